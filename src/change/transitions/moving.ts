import { type Instant, type Millis, minute } from '../../core/clock.ts';
import { type Change, isWaiting, type Status } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { endsAtOf, isReversal, noticeBefore, type Reversal } from '../model/reversal.ts';
import type { StepOutcome } from '../model/step.ts';
import { withStep } from '../model/with-step.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import { isOfAnother, isOfEarlierAttempt } from './claiming-job.ts';
import { withFailureToTell, withMoveToShow, withoutNotification } from './reversal-notification.ts';
import { enter } from './status.ts';

/*
 * Retries and moves of ends and rollbacks. They are retried until they have an outcome; an end can be moved while it waits.
 */

/** Upper bound for the pause after an attempt that the cloud API refused. */
const maxPause: Millis = 15 * minute;

const isEndingNow = 'It is ending right now.';
const hasEnded = 'It already ended.';

const whyNotMoved: Readonly<Partial<Record<Status, string>>> = {
  running: isEndingNow,
  skipped: whyNotRun.endsNoMore,
  over: whyNotRun.nothingIsLeft,
  unknown: 'Its end was already sent, and the outcome is unknown.',
  superseded: whyNotRun.undoneWithPlan,
};

/** Returns why an end can't be moved any more; undefined while it waits. */
export const whyEndOver = ({ status }: Pick<Change, 'status'>): string | undefined =>
  status === 'approved' ? undefined : (whyNotMoved[status] ?? hasEnded);

/** The result of an attempt that certainly changed nothing. */
export interface FailedAttempt extends Pick<StepOutcome, 'answer' | 'note' | 'job'> {
  /** True if the cloud API was not reached: the next attempt follows soon. Otherwise the pauses grow. */
  readonly isPassing: boolean;
}

/** Releases a step after an attempt that changed nothing, for a retry. Refused for a job that doesn't run it. */
export function tryAgain(
  change: Change,
  index: number,
  { isPassing, answer, note, job }: FailedAttempt,
  now: Instant,
): Transition {
  const step = change.steps[index];
  if (!isReversal(change) || !step) return { refused: notAnEnd };
  if (step.outcome || !isWaiting(change)) return { refused: whyEndOver(change) ?? hasEnded };
  if (isOfAnother(step, job)) return { refused: isEndingNow };
  if (isOfEarlierAttempt(change, index, job)) return { refused: 'Its end was moved.' };
  const { claimed, attempt = 1, refusals: before = 0, ...rest } = step;
  const refusals = isPassing ? undefined : before + 1;
  const retryAt = now + Math.min(maxPause, 2 * minute * (refusals ?? 1));
  const failure = { answer, note, job };
  const next = withStep(change, index, () => ({ ...rest, attempt: attempt + 1, refusals, retryAt, failure }));
  const isRunning = next.steps.some((other) => other.claimed && !other.outcome);
  return enter(withFailureToTell(next, claimed !== undefined, now), isRunning ? 'running' : 'approved', now);
}

/** Sets the new time of an end. Jobs of the earlier attempt do nothing from now on. */
function moved(change: Reversal, endsAt: Instant, now: Instant): Reversal {
  const { overdue: _, endedBy: __, widened: ___, planned: ____, ...facts } = change.reversal;
  const { retryAt: _____, refusals: ______, failure, attempt = 1, ...step } = change.steps[0];
  const unlogged = change.due?.includes('log') ? { failure } : {};
  const moving = { ...step, ...unlogged, startsAt: endsAt, attempt: attempt + 1 };
  // A person who moves the end to the next minutes needs no notice of it.
  const noticed = endsAt - now <= noticeBefore;
  return withoutNotification({
    ...change,
    expires: endsAt,
    steps: [moving],
    reversal: { ...facts, noticed },
  });
}

/** Moves a waiting end to another time. `from` is the time with which the move was evaluated. */
export function extend(
  change: Change,
  { from, to }: { readonly from: Instant | undefined; readonly to: Instant },
  now: Instant,
): Transition {
  const refused = whyEndOver(change);
  if (refused || !isReversal(change)) return { refused: refused ?? notAnEnd };
  if (endsAtOf(change) !== from) return { refused: 'Somebody moved its end in the meantime.' };
  if (to <= now) return { refused: 'That time has passed.' };
  return { change: withMoveToShow(moved(change, to, now), now) };
}

/**
 * Ends a waiting step now, on behalf of a person. An end of unknown outcome gets another attempt, which reads first. `widened`: the
 * hash of what the person saw, if others opened more there.
 */
export function endNow(change: Change, by: string, now: Instant, widened?: string): Transition {
  const waiting = withoutUnknown(change);
  const refused = whyEndOver(waiting);
  if (refused || !isReversal(waiting)) return { refused: refused ?? notAnEnd };
  const next = moved(waiting, now, now);
  const planned = waiting.reversal.planned ?? endsAtOf(waiting);
  const isEarly = planned !== undefined && planned > now;
  const facts = { ...next.reversal, endedBy: by, widened, ...(isEarly && { planned }) };
  return enter({ ...next, reversal: facts }, 'approved', now);
}

/**
 * Takes the unknown outcome of an end back, as the result of the last attempt, so that it waits again. Returns any other change as it is.
 */
export function withoutUnknown(change: Change): Change {
  const [{ outcome, claimed: _, ...step }] = change.steps;
  if (!isReversal(change) || outcome?.kind !== 'unknown') return change;
  const { closed: __, ...rest } = change;
  const { answer, note, job } = outcome;
  const failure = { answer, note, job, isUnknown: true };
  return { ...rest, status: 'approved', steps: [{ ...step, failure }] };
}

export const notAnEnd = 'It doesn’t end by itself.';

/** Cancels a waiting end whose step a rollback undoes. Safe to repeat. */
export function giveWay(change: Change, now: Instant): Transition {
  if (change.status === 'superseded') return { change };
  const refused = whyEndOver(change);
  if (refused || !isReversal(change)) return { refused: refused ?? notAnEnd };
  return enter(withoutNotification(change), 'superseded', now);
}
