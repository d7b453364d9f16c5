import { EntriesNotLogged } from '../audit-log/append-entries.ts';
import { type Millis, minute } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type DeliveryAttempt, isRateLimited, Unavailable } from '../core/unavailable.ts';
import { background, type QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/**
 * Upper bound for requeues: more than a day while the audit log is away, and half a day at Slack's longest delay. After that, a refusal
 * counts as a delivery.
 */
export const maxTimes = 62;

/** The longest delay that SQS accepts, in seconds. */
const maxDelaySeconds = 900;

/** Delay of a job that waits for the audit log. An approval that is logged late holds up its change by as much. */
export const unloggedDelay: Millis = 6 * minute;

/** A rate limit of Slack interrupted a job that had already removed its preview. */
export class LimitedAfterRemoval extends Unavailable {}

/**
 * Queues a job again in a new message, since SQS would drop the old one after a few deliveries; its id still makes it run once. One that
 * a rate limit of Slack interrupted comes when Slack accepts calls again, plus up to a second of jitter. One that has used up its
 * deliveries while the audit log can't be written comes after six minutes: nothing else carries what a person decided.
 *
 * It records whether the preview is removed, since Slack accepts only five calls of a response URL. Resolves to false after any other
 * error, or if the queue fails.
 */
export async function putBack(
  job: QueuedJob,
  error: unknown,
  delivery: DeliveryAttempt,
  { queue, log }: { readonly queue: Queue<QueuedJob>; readonly log: Log },
): Promise<boolean> {
  const { putBack: times = 0 } = job;
  const seconds = pauseBefore(job, error, delivery);
  if (seconds === undefined || times >= maxTimes) return false;
  try {
    const isRemoved = error instanceof LimitedAfterRemoval && { isPreviewRemoved: true };
    await queue.send({ ...job, putBack: times + 1, ...isRemoved }, seconds);
  } catch {
    return false;
  }
  log('job delayed', { kind: job.kind, seconds });
  return true;
}

function pauseBefore({ kind }: QueuedJob, error: unknown, { isLast }: DeliveryAttempt): number | undefined {
  if (isRateLimited(error))
    return Math.min(maxDelaySeconds, Math.ceil(error.retryAfter) + Math.round(Math.random()));
  const isLeft = error instanceof EntriesNotLogged && !background.some((one) => one === kind);
  return isLeft && isLast ? unloggedDelay / 1000 : undefined;
}
