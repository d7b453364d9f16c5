import { admin } from '../answer/admin.ts';
import { type Answer, line, note, warning } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { isWaiting } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import { NewerTable, newerTable } from '../change/model/newer-table.ts';
import { isRefused } from '../core/call-failed.ts';
import type { Log } from '../core/log.ts';
import { type DeliveryAttempt, Unavailable } from '../core/unavailable.ts';
import { explain, isExpected } from '../evaluate/describe-error.ts';
import { inReview } from '../lifecycle/decide/show-review.ts';
import type { ReplyDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import { replyInThread } from '../lifecycle/notify/post-in-thread.ts';
import type { Messenger } from '../messaging/messaging.ts';
import type { Reviews } from '../messaging/view.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Job, QueuedJob } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import { isDueJob, kindOf, wasInModal } from './kinds.ts';
import { isPutOff, maxTimes } from './put-back.ts';
import type { StoredBy } from './stored-by.ts';

/** Another worker holds the claim of this job, so SQS has to deliver it again later. */
export class JobLocked extends Error {
  override readonly name = 'JobLocked';
}

/** The delivery, counted from 1, at which the person is notified of a delay: about five seconds after the first. */
const noticedBy = 3;

/**
 * Whether a failed job is over: no retry can succeed soon, and nothing is stored that takes effect without it, so its person
 * can be told that nothing was changed.
 */
export const isOver = (error: unknown, { hasStored }: Pick<StoredBy, 'hasStored'>): boolean =>
  isRefused(error) && !hasStored;

/**
 * Returns whether a job that failed with `error` is redelivered although a person waits for its answer. A failed read is
 * answered at once, or at its last delivery, since the person can repeat it. A decision may be partly done: it is never
 * dropped, and ends in the dead-letter queue if it can't be completed.
 */
export function willRetry(
  job: Job,
  error: unknown,
  { isLast }: DeliveryAttempt,
  stored: Pick<StoredBy, 'hasStored'>,
): boolean {
  const isAnswered = isExpected(error) || isOver(error, stored);
  if (decides(job)) return !isAnswered;
  return !isLast && (error instanceof Unavailable || (kindOf(job).onError === 'retry' && !isAnswered));
}

/** Whether a job carries out what a person decided, which they can't just repeat: a part of it may have taken effect. */
const decides = (job: Job): boolean => kindOf(job).onError === 'persist';

/**
 * Returns the answer to a job that failed at the last delivery of its message, and that `goesOn` in another one or not. A decision may
 * have been carried out in part, unless it is over.
 */
function finalFailure(
  job: Job,
  error: unknown,
  stored: Pick<StoredBy, 'hasStored'>,
  goesOn: boolean,
): Answer {
  if (goesOn && !decides(job)) return itTakesLonger('tries for a day');
  const [what, ...more] = explain(error);
  if (!what || !decides(job) || isOver(error, stored)) return what ? [what, ...more] : [];
  return [
    what.kind === 'notice' ? { ...what, tone: 'warning' } : what,
    note(`Outcome unknown: your click may still take effect.${goesOn ? ' Skydesk tries for a day.' : ''}`),
    note(
      'Check before you try again: ',
      line(commandWords('approvals')),
      ' and ',
      line(commandWords('history')),
    ),
  ];
}

/** Returns what a person reads of a failure; undefined if they know. */
function failureAt(
  attempt: DeliveryAttempt,
  job: Job,
  error: unknown,
  stored: Pick<StoredBy, 'hasStored'>,
): Answer | undefined {
  const { received, isLast } = attempt;
  const goesOn = isPutOff(job, error, attempt) && !(decides(job) && isOver(error, stored));
  if (job.isPutOff && goesOn) return undefined;
  if (isLast) return finalFailure(job, error, stored, goesOn);
  return received === noticedBy && !job.isPutOff ? retrying : undefined;
}

interface FailureDependencies {
  readonly messenger: Pick<Messenger, 'ephemeral' | 'replace'>;
  readonly reviews: Reviews;
  readonly log: Log;
}

/**
 * Notifies a person that their job failed: once while it is retried, once when it is put off, and when nobody tries it any more. Never
 * rejects.
 */
export async function notifyFailure(
  job: Job,
  attempt: DeliveryAttempt,
  error: unknown,
  stored: Pick<StoredBy, 'hasStored'>,
  { messenger, reviews, log }: FailureDependencies,
): Promise<void> {
  log('job failed', { kind: job.kind, error: errorName(error) });
  // The worker that holds the claim notifies the person.
  if (!kindOf(job).isAwaited || error instanceof JobLocked) return;
  const { isLast } = attempt;
  const answer = failureAt(attempt, job, error, stored);
  if (!answer) return;
  // Replaces the notice of a slow request (slow-notice.ts) on a confirmed preview.
  const replaces = isLast && kindOf(job).notice === 'replace' && !wasInModal(job);
  const [inModal] = isLast && job.kind === 'review' ? inReview(job, answer).deliveries : [];
  const sending =
    inModal?.kind === 'review'
      ? reviews.show(inModal.view, inModal.review)
      : replaces
        ? messenger.replace(job.replyTo, answer)
        : messenger.ephemeral(job.replyTo, answer);
  await sending.catch(() => log('failure not reported', { job: job.id }));
}

/**
 * Explains to a person that their request has no effect because the table belongs to a newer version. Rejects for jobs that
 * nobody waits for, so that they are redelivered, or stay in the dead-letter queue until that version is back.
 */
export async function notifyNewerTable(
  job: QueuedJob,
  { messenger, reviews }: Pick<FailureDependencies, 'messenger' | 'reviews'>,
): Promise<void> {
  if (isDueJob(job) || !kindOf(job).isAwaited) throw new NewerTable();
  const [inModal] = job.kind === 'review' ? inReview(job, newerTable).deliveries : [];
  await (inModal?.kind === 'review'
    ? reviews.show(inModal.view, inModal.review)
    : messenger.ephemeral(job.replyTo, newerTable));
}

/**
 * Explains that the result comes later because the audit log can't be written: to the person who waits for it and, at the last
 * delivery of a vote, in the thread of the card. Once before the job is put back, and once after the last time. Never rejects.
 */
export async function notifyUnlogged(
  job: Job,
  { outcome }: Pick<Result, 'outcome'>,
  { received, isLast }: DeliveryAttempt,
  deps: ReplyDependencies & {
    readonly changes: Pick<Changes, 'get'>;
    readonly messenger: Pick<Messenger, 'ephemeral'>;
  },
): Promise<void> {
  const { putBack: times = 0 } = job;
  const isFinal = times >= maxTimes;
  const isDue = job.isPutOff ? isLast && isFinal : isLast || received === noticedBy;
  if (!isDue) return;
  try {
    const voted = isLast && job.kind === 'vote' ? await deps.changes.get(job.change) : undefined;
    // Any approval that isn't logged stops the change, even if it isn't the last one.
    const blocks =
      job.kind === 'vote'
        ? voted !== undefined && isWaiting(voted) && job.vote !== 'reject' && job.vote !== 'suggest'
        : outcome === 'accepted';
    const answer = isLast ? notLogged(blocks, isFinal) : retrying;
    if (kindOf(job).isAwaited) await deps.messenger.ephemeral(job.replyTo, answer);
    if (voted) await replyInThread(voted, answer, deps);
  } catch {
    deps.log('failure not reported', { job: job.id });
  }
}

const notLogged = (blocks: boolean, isFinal: boolean): Answer => [
  warning(
    `The audit log can’t be written, ${blocks ? 'and unlogged changes are blocked. Nothing has changed yet' : 'so what came of it isn’t shown yet'}.`,
  ),
  note(
    isFinal ? `Ask ${admin} to redrive failed jobs. ` : 'Skydesk tries for a day. ',
    `${blocks ? 'Unless it expires, the change runs' : 'The result appears here'} once the log has it.`,
  ),
];

const itTakesLonger = (howLong: string): Answer => [
  warning(`This is taking longer than usual. Skydesk ${howLong}.`),
  note('No need to repeat it: the result will appear here.'),
];

const retrying = itTakesLonger('keeps trying');
