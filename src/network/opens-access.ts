import { covers } from './covers.ts';
import type { NetworkChange, Update } from './network-change.ts';

/**
 * Returns whether a change allows new traffic: it creates or enables a policy, or widens an existing one. A disabled policy
 * counts as enabled, so that nobody can widen it unnoticed.
 */
export const opensAccess = (networkChange: NetworkChange): boolean =>
  networkChange.change === 'updates'
    ? !covers(networkChange.before, networkChange.traffic)
    : networkChange.change === 'opens' || networkChange.change === 'enables';

/** Returns whether a change stops traffic: it disables or deletes a policy, or narrows one. */
export const closesAccess = (networkChange: NetworkChange): boolean =>
  networkChange.change === 'updates'
    ? !covers(networkChange.traffic, networkChange.before)
    : networkChange.change === 'disables' || networkChange.change === 'deletes';

/**
 * Returns the access that the end of a step opens again: the policy that the step disables, or the traffic that it removes from
 * one. Undefined for any other step.
 */
export function openedAtEnd({
  networkChange,
}: {
  readonly networkChange?: NetworkChange | undefined;
}): NetworkChange | undefined {
  if (networkChange?.change === 'disables') return { ...networkChange, change: 'enables' };
  return networkChange?.change === 'updates' && closesAccess(networkChange)
    ? undoing(networkChange)
    : undefined;
}

/** Returns the update that reverts another one. */
const undoing = ({ traffic, before, ...update }: Update): Update => ({
  ...update,
  traffic: before,
  before: { ...before, ...traffic },
});
