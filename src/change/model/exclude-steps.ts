import type { NonEmpty } from '../../core/non-empty.ts';
import type { Target } from '../../operation/operation.ts';
import type { Judgement, RequestedChange } from './change.ts';

/** The properties of a step that decide this, before or after it is stored. */
interface Ticked {
  readonly target?: Target | undefined;
  readonly after?: number | undefined;
  readonly undoes?: unknown;
}

/** Returns whether a requester may exclude steps of a change: one command named several targets. */
export const canExclude = (steps: readonly Ticked[]): boolean =>
  steps.length > 1 &&
  steps.every(({ target, after, undoes }) => target !== undefined && after === undefined && !undoes);

/**
 * Returns a change without the steps at these positions, which its requester has unticked; undefined if none would remain.
 * Steps that depend on each other are never excluded.
 */
export function withoutExcluded<Kept extends Excludable>(
  change: Kept,
  excluded: readonly number[] = [],
): Kept | undefined {
  if (excluded.length === 0 || change.plan || !canExclude(change.steps)) return change;
  const kept = <Of>(list: readonly Of[]): NonEmpty<Of> | undefined => {
    const [first, ...others] = list.filter((_, index) => !excluded.includes(index));
    return first && [first, ...others];
  };
  const { judgement } = change;
  const [steps, basis] = [kept(change.steps), judgement && kept(judgement.basis)];
  return steps && { ...change, steps, ...(basis && { judgement: { ...judgement, basis } }) };
}

interface Excludable extends Pick<RequestedChange, 'steps' | 'plan'> {
  readonly judgement?: Judgement | undefined;
}
