import { note, type Part, person, waiting } from '../core/answer.ts';
import { type Change, type ChangeStep, linesOf } from '../core/change.ts';
import type { Clock } from '../core/clock.ts';
import { firstPollId } from '../core/ids.ts';
import type { JobRef } from '../core/operation.ts';
import type { Job } from '../requests/job.ts';
import type { Delivery } from '../requests/result.ts';

/** Under a change for all to see: who requested it, and with which command. */
export const askedBy = (change: Pick<Change, 'requester' | 'steps'>): Part =>
  note('Asked by ', person(change.requester), ': ', ...linesOf(change));

/** Tells that the cloud service accepted a step, and enqueues the first poll of its job. */
export function startTracking(
  { change, index, requester, step }: ChangeStep,
  jobRef: JobRef,
  { id, team, replyTo }: Pick<Job, 'id' | 'team' | 'replyTo'>,
  { clock }: { readonly clock: Clock },
): Delivery {
  const accepted = waiting(`Accepted by the service: ${step.title}.`);
  return {
    kind: 'post',
    answer: [accepted, askedBy({ requester, steps: [step] })],
    followUp: {
      kind: 'track',
      id: firstPollId(id),
      team,
      replyTo,
      change,
      index,
      requester,
      step,
      jobRef,
      since: clock(),
      attempt: 1,
    },
  };
}
