import type { Log } from '../core/log.ts';
import { isRateLimited, Unavailable } from '../core/unavailable.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** Upper bound for requeues: half a day at the longest delay. After that, a refusal counts as a delivery. */
const maxTimes = 50;

/** The longest delay that SQS accepts, in seconds. */
const maxDelaySeconds = 900;

/** A rate limit of Slack interrupted a job that had already removed its preview. */
export class LimitedAfterRemoval extends Unavailable {}

/**
 * Queues a job again that a rate limit of Slack interrupted, for the time at which Slack accepts calls again, plus up to a
 * second of jitter. SQS would drop the message after a few deliveries, so the job gets a new message; its id still makes it run
 * once. It records whether the preview is removed, since Slack accepts only five calls of a response URL. Resolves to false
 * after any other error, or if the queue fails.
 */
export async function putBack(
  job: QueuedJob,
  error: unknown,
  { queue, log }: { readonly queue: Queue<QueuedJob>; readonly log: Log },
): Promise<boolean> {
  const { putBack: times = 0 } = job;
  if (!isRateLimited(error) || times >= maxTimes) return false;
  const seconds = Math.min(maxDelaySeconds, Math.ceil(error.retryAfter) + Math.round(Math.random()));
  try {
    const isRemoved = error instanceof LimitedAfterRemoval && { isPreviewRemoved: true };
    await queue.send({ ...job, putBack: times + 1, ...isRemoved }, seconds);
  } catch {
    return false;
  }
  log('job delayed', { kind: job.kind, seconds });
  return true;
}
