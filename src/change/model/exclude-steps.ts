import type { NonEmpty } from '../../core/non-empty.ts';
import type { Target } from '../../operation/operation.ts';
import type { RequestedChange } from './change.ts';

/** What is looked at of a step, before or after it is stored. */
interface Ticked {
  readonly target?: Target | undefined;
  readonly after?: number | undefined;
  readonly undoes?: unknown;
}

/** Whether a requester may leave out steps of a change: they are about several things that one command named. */
export const canExclude = (steps: readonly Ticked[]): boolean =>
  steps.length > 1 &&
  steps.every(({ target, after, undoes }) => target !== undefined && after === undefined && !undoes);

/**
 * A change without the steps at these positions, which its requester has unticked; undefined if none would be left. A change whose
 * steps belong together stays as it is.
 */
export function withoutExcluded<Kept extends Pick<RequestedChange, 'steps' | 'plan'>>(
  change: Kept,
  excluded: readonly number[] = [],
): Kept | undefined {
  if (excluded.length === 0 || change.plan || !canExclude(change.steps)) return change;
  const [first, ...others] = change.steps.filter((_, index) => !excluded.includes(index));
  const steps: NonEmpty<RequestedChange['steps'][number]> | undefined = first && [first, ...others];
  return steps && { ...change, steps };
}
