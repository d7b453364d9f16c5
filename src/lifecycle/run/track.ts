import { note, warning } from '../../answer/answer.ts';
import { changedInNewVersion } from '../../answer/new-version.ts';
import { errorName } from '../../answer/user-error.ts';
import { reason } from '../../audit-log/entries.ts';
import type { CausedEntry } from '../../change/model/audit-log.ts';
import type { Change, Completion } from '../../change/model/change.ts';
import { laterPollId } from '../../change/model/ids.ts';
import { onItsResource, withOutcome } from '../../change/model/outcomes.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { type ChangeStep, loggedAs, type StepOutcome, stepsOf } from '../../change/model/step.ts';
import { trackedFor } from '../../change/model/time-limits.ts';
import { restoredOutcome } from '../../change/transitions/restored.ts';
import { notificationAnswer } from '../../change/words/notification-answer.ts';
import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import { contextFor } from '../../evaluate/build-context.ts';
import { explain } from '../../evaluate/describe-error.ts';
import type { Progress } from '../../operation/operation.ts';
import { operationById } from '../../operations/index.ts';
import type { TrackedJob } from '../../queue/job.ts';
import type { Delivery, Result } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { resultAnswer } from '../views/status-answer.ts';
import { closedRows } from './closed-rows.ts';
import { completeStep } from './complete-step.ts';
import { type HowUndoneDependencies, howUndone, staysSince, subjectOf } from './how-undone.ts';
import { duration, progressOf } from './start-tracking.ts';
import { type OpeningDependencies, removeOpening } from './store-opening.ts';

/** Returns the seconds until a poll, counted from 1: short pauses first, then longer ones. */
export const pause = (attempt: number): number => Math.min(60, Math.round(2 * 1.3 ** (attempt - 1)));

const outdatedVersion = changedInNewVersion('command', 'Its progress is no longer tracked.');

/**
 * Returns since when a step counts as in effect that a poll finds done: since now or, if the poll comes late, since the last moment at
 * which it certainly was not. So an outage makes no end later than people agreed to.
 */
function inEffectSince({ since, unfinishedAt = since, attempt }: TrackedJob, now: Instant): Instant {
  const isLate = now - unfinishedAt > 2 * pause(attempt) * 1000;
  return isLate ? unfinishedAt : now;
}

/** Dependencies for polling a background job and completing its step. */
export type TrackDependencies = HowUndoneDependencies &
  TransitionDependencies &
  Pick<OpeningDependencies, 'openings'>;

/** A poll, with its step. */
interface Poll {
  readonly job: TrackedJob;
  readonly change: Change;
  readonly changeStep: ChangeStep;
}

/** Polls a background job once and edits its message. Polls again later unless the job has ended. */
export async function trackJob(job: TrackedJob, deps: TrackDependencies): Promise<Result> {
  const change = await deps.changes.get(job.change);
  const stored = change && stepsOf(change)[job.index];
  if (!stored) return unknownIn(job, deps);
  const { outcome } = stored.step;
  // A look of the sweeper was faster.
  if (outcome?.kind === 'done' && outcome.job !== job.id)
    return { deliveries: endedMessage(job, change, deps) };
  const poll = { job, change, changeStep: onItsResource(stored, change.steps) };
  // A run of this poll stored it and died. What came there since is not to be taken for what was there before.
  return outcome?.job === job.id ? endOf(poll, outcome, deps) : track(poll, deps);
}

/** For a change that the table lacks, since it was restored to an earlier time. */
function unknownIn(
  { id, change, title, message }: TrackedJob,
  { log }: Pick<TrackDependencies, 'log'>,
): Result {
  log('poll without its change', { request: change });
  const answer = [note(title), ...restoredOutcome(id).answer];
  return { deliveries: message ? [{ kind: 'edit', message, answer }] : [] };
}

async function track(poll: Poll, deps: TrackDependencies): Promise<Result> {
  const { job, changeStep } = poll;
  const { title } = job;
  const now = deps.clock();
  const elapsed = now - job.since;
  const operation = operationById(job.operation);
  if (!operation)
    return endOf(poll, { kind: 'unknown', answer: [warning(outdatedVersion)], note: outdatedVersion }, deps);

  const { progress, isGuess, unclear } = await progressIn(poll, operation, deps);
  if (progress.phase === 'done') {
    const { answer, inverse, results } = progress;
    const { leaves } = changeStep.step.claimed ?? {};
    const effect = { leaves, since: inEffectSince(job, now) };
    const undone = await howUndone(() => inverse, changeStep, poll.change, effect, deps);
    const closed = await closedRows(changeStep, { leaves, subject: subjectOf(undone) }, deps);
    return endOf(poll, { kind: 'done', answer, ...undone, ...closed, ...(results && { results }) }, deps);
  }
  if (progress.phase === 'failed') await removeOpening(changeStep, deps);
  if (progress.phase === 'failed')
    return endOf(poll, { kind: 'failed', answer: progress.answer, note: progress.note }, deps);
  if (elapsed > trackedFor) {
    const sentence = `Outcome unknown: not finished after ${duration(elapsed)}, and no longer tracked. ${title}.`;
    const { answer = [], note: why } = unclear ?? {};
    return endOf(
      poll,
      { kind: 'unknown', answer: [warning(sentence), ...answer], note: why || sentence },
      deps,
    );
  }
  if (job.isLook) return { deliveries: [] };
  const { message, ...next } = job;
  const attempt = job.attempt + 1;
  const seen = isGuess ? {} : { unfinishedAt: now };
  const followUp = { ...next, id: laterPollId(job.id, attempt), attempt, ...seen };
  const phase = progress.phase === 'queued' ? 'queued' : 'running';
  const answer = progressOf(changeStep, phase, elapsed);
  return {
    deliveries: [{ kind: 'track', followUp, ...(message && { message, answer }) }],
  };
}

/**
 * Resolves to the progress of a job. What can't be read, or isn't understood, may be by the next poll, so the job counts as running until
 * it is no longer tracked: giving up at one odd answer would leave a temporary change without its end. That is a guess, and `unclear`
 * explains it.
 */
async function progressIn(
  { job, changeStep }: Poll,
  operation: NonNullable<ReturnType<typeof operationById>>,
  deps: TrackDependencies,
): Promise<{
  readonly progress: Progress;
  readonly isGuess?: boolean;
  readonly unclear?: Pick<StepOutcome, 'answer' | 'note'>;
}> {
  const running = { progress: { phase: 'running' }, isGuess: true } as const;
  try {
    const context = await contextFor(changeStep.step.account, job.replyTo, deps);
    const progress = await operation.track(job.jobRef, context);
    if (progress.phase !== 'unknown') return { progress };
    return { ...running, unclear: { answer: progress.answer, note: progress.note } };
  } catch (error) {
    deps.log('poll failed', { operation: job.operation, error: errorName(error) });
    if (!(error instanceof CloudApiError)) return running;
    const answer = explain(error, { acceptedTitle: job.title });
    return { ...running, unclear: { answer, note: reason(error) } };
  }
}

/** Ends a step: in its message, in the audit log, and in the messages of its request. */
async function endOf(
  { job, change: read, changeStep }: Poll,
  found: Omit<Completion, 'job'>,
  deps: TrackDependencies,
): Promise<Result> {
  const late = { ...foundLate(found), job: job.id };
  const noted = (entry: CausedEntry): CausedEntry =>
    entry.request === loggedAs(changeStep) ? { ...entry, job: job.jobRef.job ?? job.jobRef.id } : entry;
  const { change, result } = await completeStep(read, job.index, { ...found, job: job.id }, deps, {
    late,
    noted,
    handled: job.message ? ['channel'] : [],
  });
  // An outcome that another run of this poll has stored is reported, even if the cloud API reports another one by now.
  const isStored = change.steps[job.index]?.outcome?.job === job.id;
  const shown: Change = isStored
    ? change
    : { ...change, status: late.kind, steps: withOutcome(change, job.index, late) };
  return {
    ...result,
    isRepeatable: false,
    deliveries: [...endedMessage(job, shown, deps), ...result.deliveries],
  };
}

/** Returns the result of a step that another job has already ended: it is stored without an end or an Undo. */
function foundLate({ ends, undo: _, ...found }: Omit<Completion, 'job'>): Omit<Completion, 'job'> {
  return ends
    ? { ...found, ...staysSince('Skydesk found out too late that it was applied', ends.steps[0]) }
    : found;
}

/** Returns the outcome for the message that showed the progress, if there is one. */
function endedMessage(
  { message }: TrackedJob,
  change: Change,
  { clock }: { readonly clock: Clock },
): readonly Delivery[] {
  if (!message) return [];
  // Only an earlier version posts a message with the progress of an end.
  if (isReversal(change)) return [{ kind: 'edit', message, answer: notificationAnswer(change, clock()) }];
  return [{ kind: 'edit', message, answer: resultAnswer(change, clock()), shows: { change: change.id } }];
}
