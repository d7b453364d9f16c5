import { EntriesNotLogged } from '../audit-log/append-entries.ts';
import { canPass } from '../core/call-failed.ts';
import { type Millis, minute } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type DeliveryAttempt, isRateLimited, Unavailable } from '../core/unavailable.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';
import { isDueJob, kindOf } from './kinds.ts';

/**
 * Upper bound for requeues: more than a day while a decision can't be finished, and half a day at Slack's longest delay. After that, a refusal
 * counts as a delivery.
 */
export const maxTimes = 62;

/** The longest delay that SQS accepts, in seconds. */
const maxDelaySeconds = 900;

/** Delay of a job that has used up its deliveries. An approval that is logged late holds up its change by as much. */
export const putOffDelay: Millis = 6 * minute;

/** A rate limit of Slack interrupted a job that had already removed its preview. */
export class LimitedAfterRemoval extends Unavailable {}

/**
 * Whether a job whose message has used up its deliveries goes on in a new one, since nothing else carries what it has to do: a decision
 * or a revocation while a failure can pass, and whatever the audit log lacks.
 */
export function isPutOff(job: QueuedJob, error: unknown, { isLast }: DeliveryAttempt): boolean {
  if (!isLast || (job.putBack ?? 0) >= maxTimes || isDueJob(job)) return false;
  const { isAwaited, onError } = kindOf(job);
  if (!isAwaited || error instanceof EntriesNotLogged) return isAwaited;
  return (onError === 'persist' || onError === 'reject') && canPass(error);
}

/**
 * Queues a job again in a new message, since SQS would drop the old one after a few deliveries; its id still makes it run once. One that
 * a rate limit of Slack interrupted comes when Slack accepts calls again, plus up to a second of jitter. One that is put off comes
 * after six minutes.
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
  const limited = isRateLimited(error) ? error.retryAfter : undefined;
  if (times >= maxTimes || (limited === undefined && !isPutOff(job, error, delivery))) return false;
  const seconds = limited === undefined ? putOffDelay / 1000 : untilAccepted(limited);
  try {
    const isRemoved = error instanceof LimitedAfterRemoval && { isPreviewRemoved: true };
    const isLate = limited === undefined && { isPutOff: true };
    await queue.send({ ...job, putBack: times + 1, ...isRemoved, ...isLate }, seconds);
  } catch {
    return false;
  }
  log('job delayed', { kind: job.kind, seconds });
  return true;
}

const untilAccepted = (retryAfter: number): number =>
  Math.min(maxDelaySeconds, Math.ceil(retryAfter) + Math.round(Math.random()));
