import { done, type Inline, note, type Part } from '../../answer/answer.ts';
import type { Removal } from '../../cloud/index.ts';
import type { Leaves } from '../../operation/leaves.ts';

/** Returns the effect of a removal. `isThere`: whether the resource exists; undefined if that isn’t known. */
export const deletion = (isThere: boolean | undefined, already: string): Leaves => ({
  keys: { existence: { before: isThere, after: false } },
  already,
});

/** Renders the outcome of a removal: `now` if it was removed, `before` if it did not exist any more. */
export const removedOrAbsent = (removal: Removal, now: readonly Inline[], before: readonly Inline[]): Part =>
  removal === 'removed' ? done(...now) : note(...before);
