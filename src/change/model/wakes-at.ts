import { type Instant, type Millis, minute } from '../../core/clock.ts';
import { accountsOf, type Change, isWaiting } from './change.ts';
import type { ChangeRef } from './changes.ts';
import { stepDeadline } from './deadlines.ts';
import { endsAmong } from './end-target.ts';
import { executionId } from './ids.ts';
import { lacksPicture } from './picture.ts';
import { isPosted } from './posted-message.ts';
import { causeOf, endsAtOf, isReversal, noticeAt, overdueAt, type Reversal } from './reversal.ts';
import { canGoOnSince } from './scheduled-start.ts';
import { type ChangeStep, dueSteps, runsAt } from './step.ts';
import { longestChain } from './step-order.ts';
import { lookedAtAfter, lostAfter, recoverAfter } from './time-limits.ts';

/** Returns the time from which the sweeper processes a change until it progresses; undefined if it never has to. */
export function wakesAt(change: Change): Instant | undefined {
  if (isReversal(change)) return whenReversal(change);
  const { status, expires, staleAt = Number.POSITIVE_INFINITY } = change;
  if (!isWaiting(change)) {
    const at = Math.min(staleAt, tasksAt(change));
    return at < Number.POSITIVE_INFINITY ? at : undefined;
  }
  const next = status === 'open' ? Math.min(expires, whileOpen(change)) : nextStep(change);
  return Math.min(tasksAt(change), next);
}

/**
 * Returns when its due tasks are tried. Those of a waiting change are tried in each sweep, except for a card that Slack refuses:
 * only an administrator can change that, so its pause grows fourfold, to five attempts in a day.
 */
function tasksAt(change: Change): Instant {
  const { since, due = [], cardRefusals } = change;
  if (due.length === 0) return Number.POSITIVE_INFINITY;
  if (cardRefusals !== undefined && due.every((task) => task === 'card'))
    return since + recoverAfter * 4 ** cardRefusals;
  return isWaiting(change) ? since : since + recoverAfter;
}

/** Returns when its next step can be claimed or is late, a notice or a notification is due, or it becomes overdue. */
function whenReversal(change: Reversal): Instant | undefined {
  const { due = [], reversal } = change;
  const moments = [
    due.length > 0 ? (reversal.notification?.at ?? 0) + recoverAfter : undefined,
    isWaiting(change) ? nextStep(change) : undefined,
    noticeAt(change),
    overdueAt(change),
  ].filter((at) => at !== undefined);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

/**
 * Returns when its card or picture is missing, or approvers have to be reminded. The end of a change that it would extend
 * raises no event, so such a request is checked in each sweep.
 */
function whileOpen(change: Change): Instant {
  const { since, steps, approval } = change;
  const isLookedFor = steps.some(({ targets }) => endsAmong(targets).length > 0);
  if (!isPosted('card', change) || isLookedFor || lacksPicture(change)) return since;
  return approval && !approval.reminded ? approval.remindAt : Number.POSITIVE_INFINITY;
}

/** Returns when the first of its steps can be claimed, can no longer be claimed, or is late. */
const nextStep = (change: Change): Instant =>
  Math.min(...dueSteps(change, Number.POSITIVE_INFINITY).map((changeStep) => stepAt(changeStep, change)));

function stepAt({ step, index }: ChangeStep, change: Change): Instant {
  const { since } = change;
  if (step.claimed) {
    const { at, job, accepted } = step.claimed;
    if (accepted) return accepted.at + lookedAtAfter;
    // Ends may wait behind a step that was not sent. Its own job is sent again once its worker must be dead; nobody can send that of a
    // click, which fails after its deliveries.
    const canBeSentAgain = job === executionId(change.id, index, step.attempt);
    return at + (isReversal(change) || canBeSentAgain ? recoverAfter : lookedAtAfter);
  }
  if (step.retryAt !== undefined) return step.retryAt;
  const at = runsAt(step);
  const next = at > since ? at : since + recoverAfter;
  return Math.min(stepDeadline(change, index), next);
}

/** Returns the summary of a change; undefined if it never wakes. */
export function changeRefOf(change: Change): ChangeRef | undefined {
  const { id, number, requester, created, expires } = change;
  const at = wakesAt(change);
  if (at === undefined) return undefined;
  const isOver = !isWaiting(change);
  const isIdle = isReversal(change) || (isOver && !change.due);
  const goesOn = isIdle ? {} : { waitsSince: canGoOnSince(change), stuckAt: stuckAt(change) };
  const endsAt = endsAtOf(change);
  const ref = { id, number, requester, created, expires, isOver, wakesAt: at, cause: causeOf(change) };
  return { ...ref, accounts: accountsOf(change), ...(endsAt !== undefined && { endsAt }), ...goesOn };
}

/** A change that did not progress within this time was queued several times without effect. */
const stuckAfter: Millis = 10 * minute;

function stuckAt(change: Change): Instant {
  const { status, expires, steps } = change;
  if (status === 'open') return expires + stuckAfter;
  const durationMs = status === 'running' ? longestChain(steps) * lostAfter : 0;
  return canGoOnSince(change) + durationMs + stuckAfter;
}
