import type { NetworkChange, RuleScope } from '../network/network-change.ts';
import { covers } from './coverage.ts';

const sameScope = (scope: RuleScope, otherScope: RuleScope): boolean => spot(scope) === spot(otherScope);

const spot = (scope: RuleScope): string =>
  [scope.kind, scope.kind === 'public' ? scope.server : scope.dataCenter].join(' ').toLowerCase();

/** The id of the policy, or the public IP, that a change updates. */
const updated = (networkChange: NetworkChange): string | undefined =>
  networkChange.change === 'updates' ? networkChange.before.id.toLowerCase() : undefined;

/** Whether a change allows no traffic that another does not. False for changes of existing rules, whose content is not given. */
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

/** Whether a change allows less than another, and nothing else: what an approver may suggest in its place. */
export const isNarrower = (suggested: NetworkChange, requested: NetworkChange): boolean =>
  isNoWider(suggested, requested) && !isNoWider(requested, suggested);
