import type { Removal } from '../../cloud/index.ts';
import { done, type Inline, note, type Part } from '../../core/answer.ts';

/** How a removal ended: done now, or there was nothing to remove any more. */
export const gone = (removal: Removal, now: readonly Inline[], before: readonly Inline[]): Part =>
  removal === 'removed' ? done(...now) : note(...before);
