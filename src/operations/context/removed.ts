import { done, type Inline, note, type Part } from '../../answer/answer.ts';
import type { Removal } from '../../cloud/index.ts';
import type { Leaves } from '../../operation/leaves.ts';

/** What a removal leaves. `isThere`: whether there is anything to remove; undefined if that isn’t known. */
export const deletion = (isThere: boolean | undefined, already: string): Leaves => ({
  keys: { existence: { before: isThere, after: false } },
  already,
});

/** How a removal ended: done now, or there was nothing to remove any more. */
export const removedOrAbsent = (removal: Removal, now: readonly Inline[], before: readonly Inline[]): Part =>
  removal === 'removed' ? done(...now) : note(...before);
