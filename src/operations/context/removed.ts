import { type Answer, note } from '../../answer/answer.ts';
import type { Removal } from '../../cloud/index.ts';
import type { Leaves } from '../../operation/leaves.ts';

/** Returns the effect of a removal. `isThere`: whether the resource exists; undefined if that isn’t known. */
export const deletion = (isThere: boolean | undefined, already: string): Leaves => ({
  keys: { existence: { before: isThere, after: false } },
  already,
});

/** Renders what the first line of a removal doesn't say: `before`, a sentence, if somebody had done it already. */
export const unlessRemoved = (removal: Removal, before: string): Answer =>
  removal === 'removed' ? [] : [note(before)];
