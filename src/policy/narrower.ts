import type { NetworkChange, RuleScope } from '../core/network-change.ts';
import { covers } from './coverage.ts';

const sameScope = (scope: RuleScope, otherScope: RuleScope): boolean => spot(scope) === spot(otherScope);

const spot = (scope: RuleScope): string =>
  [scope.kind, scope.kind === 'public' ? scope.server : scope.dataCenter].join(' ').toLowerCase();

/** Whether a change allows no traffic that another does not. False for changes of existing rules, whose content is not given. */
export function isNoWider(proposed: NetworkChange, asked: NetworkChange): boolean {
  if ('rule' in proposed.traffic || 'rule' in asked.traffic) return false;
  return (
    proposed.change === asked.change &&
    sameScope(proposed.scope, asked.scope) &&
    proposed.traffic.to === asked.traffic.to &&
    covers(asked.traffic, proposed.traffic)
  );
}

/** Whether a change allows less than another, and nothing else: what an approver may suggest in its place. */
export const isNarrower = (proposed: NetworkChange, asked: NetworkChange): boolean =>
  isNoWider(proposed, asked) && !isNoWider(asked, proposed);
