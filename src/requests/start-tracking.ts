import { line, note, type Part, person, waiting } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import { firstLookId } from '../core/ids.ts';
import type { Watch } from '../core/operation.ts';
import type { Job } from './job.ts';
import type { Asked } from './requested-change.ts';
import type { Delivery, Result } from './result.ts';

/** A change that was begun, with the line that asks for it and, if others approved it, the id of their approval. */
interface Begun extends Asked {
  readonly line: string;
  readonly approval?: string;
}

/** Under a change for all to see: who asked for it, and with which line. */
export const askedBy = (who: string, words: string): Part =>
  note('Asked by ', person(who), ': ', line(words));

/** Tells, after `before`, that the service accepted a change, and enqueues the first look at its job. */
export function startTracking(
  { id: request, line: words, requester, operation, account, says, targets, approval }: Begun,
  watch: Watch,
  { id, team, place }: Pick<Job, 'id' | 'team' | 'place'>,
  { clock }: { readonly clock: Clock },
  before: readonly Delivery[] = [],
): Result {
  return {
    deliveries: [
      ...before,
      { kind: 'post', answer: [waiting(`Accepted by the service: ${says}.`), askedBy(requester, words)] },
    ],
    again: {
      kind: 'follow',
      id: firstLookId(id),
      team,
      place,
      operation,
      account,
      watch,
      says,
      targets: [...targets],
      request,
      ...(approval !== undefined && { approval }),
      since: clock(),
      look: 1,
    },
  };
}
