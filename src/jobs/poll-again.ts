import { lostAfter } from '../change/model/time-limits.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { DeliveryAttempt } from '../core/unavailable.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** Pause before a poll whose message has used up its deliveries, in seconds. */
const pause = 60;

/**
 * Queues a poll in a new message at the last delivery of the old one: nobody else polls that job of the cloud API, and a temporary
 * change whose outcome nobody reads never ends. Resolves to false for any other job, once its step counts as lost, or if the queue fails.
 */
export async function pollAgain(
  job: QueuedJob,
  { isLast }: DeliveryAttempt,
  { queue, clock, log }: { readonly queue: Queue<QueuedJob>; readonly clock: Clock; readonly log: Log },
): Promise<boolean> {
  if (job.kind !== 'track' || !isLast || clock() - job.since >= lostAfter) return false;
  try {
    await queue.send(job, pause);
  } catch {
    return false;
  }
  log('poll sent again', { request: job.change });
  return true;
}
