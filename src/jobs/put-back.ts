import type { Log } from '../core/log.ts';
import { isRateLimited, Unavailable } from '../core/unavailable.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** How often a job is put back: at the longest delay, for half a day. After that, a refusal counts as one of its deliveries. */
const maxTimes = 50;

/** The longest delay that SQS takes, in seconds. */
const maxDelay = 900;

/** A rate limit of Slack ended a job that had removed its preview. */
export class LimitedAfterRemoval extends Unavailable {}

/**
 * Sends a job again that a rate limit of Slack ended, for when Slack takes calls again, and perhaps a second later: jobs that were
 * refused together don't come back together. The queue counts the deliveries of a message, and drops it after a few. So the job gets a
 * new one, and is handled once all the same, by its id. It says whether the preview is gone: Slack takes five calls of a response URL,
 * so a preview that each attempt removed again would be told as out of date in the end. Resolves to false if something else ended the job, or the queue can't take it.
 */
export async function putBack(
  job: QueuedJob,
  error: unknown,
  { queue, log }: { readonly queue: Queue<QueuedJob>; readonly log: Log },
): Promise<boolean> {
  const { putBack: times = 0 } = job;
  if (!isRateLimited(error) || times >= maxTimes) return false;
  const seconds = Math.min(maxDelay, Math.ceil(error.retryAfter) + Math.round(Math.random()));
  try {
    const isRemoved = error instanceof LimitedAfterRemoval && { isPreviewRemoved: true };
    await queue.send({ ...job, putBack: times + 1, ...isRemoved }, seconds);
  } catch {
    return false;
  }
  log('job delayed', { kind: job.kind, seconds });
  return true;
}
