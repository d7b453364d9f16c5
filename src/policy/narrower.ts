import { covers } from '../network/covers.ts';
import type { NetworkChange, RuleScope } from '../network/network-change.ts';

const sameScope = (scope: RuleScope, otherScope: RuleScope): boolean => spot(scope) === spot(otherScope);

const spot = (scope: RuleScope): string =>
  [scope.kind, scope.kind === 'public' ? scope.server : scope.dataCenter].join(' ').toLowerCase();

/** Returns the id of the policy, or the public IP, that a change updates. */
const updated = (networkChange: NetworkChange): string | undefined =>
  networkChange.change === 'updates' ? networkChange.before.id.toLowerCase() : undefined;

/** Returns whether a change allows no traffic that another does not. False for rules whose content is not given. */
export function isNoWider(suggested: NetworkChange, requested: NetworkChange): boolean {
  if ('rule' in suggested.traffic || 'rule' in requested.traffic) return false;
  return (
    suggested.change === requested.change &&
    sameScope(suggested.scope, requested.scope) &&
    updated(suggested) === updated(requested) &&
    suggested.traffic.to === requested.traffic.to &&
    covers(requested.traffic, suggested.traffic)
  );
}

/** Returns whether a change only allows less than another, so that an approver may suggest it. */
export const isNarrower = (suggested: NetworkChange, requested: NetworkChange): boolean =>
  isNoWider(suggested, requested) && !isNoWider(requested, suggested);
