import { done, type Inline, type Part, warning } from '../../core/answer.ts';
import type { Removal } from '../../service/index.ts';

/** How a removal ended: done now, or there was nothing to remove any more. */
export const gone = (removal: Removal, now: readonly Inline[], before: readonly Inline[]): Part =>
  removal === 'removed' ? done(...now) : warning(...before);
