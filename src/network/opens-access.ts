import type { NetworkChange, Update } from './network-change.ts';
import { contains, productOf } from './product.ts';

/**
 * Whether a change lets traffic through that was not before: it creates or enables a policy, or lets an existing one allow more. A
 * disabled policy counts as an enabled one, so that it isn't widened unseen.
 */
export const opensAccess = (networkChange: NetworkChange): boolean =>
  networkChange.change === 'updates'
    ? !contains(productOf(networkChange.before), productOf(networkChange.traffic))
    : networkChange.change === 'opens' || networkChange.change === 'enables';

/** Whether a change stops traffic that was let through before: it disables or deletes a policy, or lets it allow less. */
export const closesAccess = (networkChange: NetworkChange): boolean =>
  networkChange.change === 'updates'
    ? !contains(productOf(networkChange.traffic), productOf(networkChange.before))
    : networkChange.change === 'disables' || networkChange.change === 'deletes';

/** What the end of a step opens again: the policy that it disables, or what it takes from one. Undefined for any other step. */
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

/** The update that restores what another one replaces. */
const undoing = ({ traffic, before, ...update }: Update): Update => ({
  ...update,
  traffic: before,
  before: { ...before, ...traffic },
});
