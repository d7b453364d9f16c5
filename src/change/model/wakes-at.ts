import { type Change, isWaiting } from './change.ts';
import type { ChangeRef } from './changes.ts';
import { leasesAmong } from './lease.ts';
import { leftAloneFor, lostAfter } from './patience.ts';
import { isPosted } from './posted-message.ts';
import { canGoOnSince } from './scheduled-start.ts';
import { dueSteps, type Step } from './step.ts';
import { longestChain } from './step-order.ts';

/**
 * Milliseconds since 1970 from which the sweeper has to look at a change, again and again until it has moved; undefined if it never
 * has to.
 */
export function wakesAt(change: Change): number | undefined {
  const { status, since, expires, due = [], staleAt = Number.POSITIVE_INFINITY } = change;
  if (!isWaiting(change)) {
    const at = Math.min(staleAt, due.length > 0 ? since + leftAloneFor : staleAt);
    return at < Number.POSITIVE_INFINITY ? at : undefined;
  }
  if (due.length > 0) return since;
  return status === 'open' ? Math.min(expires, whileOpen(change)) : nextStep(change);
}

/** Its card is posted, and approvers are reminded. The end of what it would extend is no event of its own, so it is looked for. */
function whileOpen(change: Change): number {
  const { since, steps, approval } = change;
  const isLookedFor = steps.some(({ targets }) => leasesAmong(targets).length > 0);
  if (!isPosted('card', change) || isLookedFor) return since;
  return approval && !approval.reminded ? approval.remindAt : Number.POSITIVE_INFINITY;
}

/** The first of its steps can be claimed, can be claimed no more, or is lost. */
const nextStep = (change: Change): number =>
  Math.min(...dueSteps(change, Number.POSITIVE_INFINITY).map(({ step }) => stepAt(step, change)));

function stepAt({ claimed, startsAt = 0 }: Step, { since, expires }: Change): number {
  if (claimed) return claimed.at + lostAfter;
  return Math.min(expires, startsAt > since ? startsAt : since + leftAloneFor);
}

/** What is known of a change without reading it whole; undefined if it never wakes. */
export function changeRefOf(change: Change): ChangeRef | undefined {
  const { id, number, requester, created, expires } = change;
  const at = wakesAt(change);
  if (at === undefined) return undefined;
  const isOver = !isWaiting(change);
  const goesOn = isOver && !change.due ? {} : { waitsSince: canGoOnSince(change), stuckAt: stuckAt(change) };
  return { id, number, requester, created, expires, isOver, wakesAt: at, ...goesOn };
}

/** What is still not taken up by then was queued several times without effect. In milliseconds. */
const stuckAfter = 10 * 60_000;

function stuckAt(change: Change): number {
  const { status, expires, steps } = change;
  if (status === 'open') return expires + stuckAfter;
  const lasts = status === 'running' ? longestChain(steps) * lostAfter : 0;
  return canGoOnSince(change) + lasts + stuckAfter;
}
