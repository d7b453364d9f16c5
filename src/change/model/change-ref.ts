import { type Instant, type Millis, minute } from '../../core/clock.ts';
import { accountsOf, type Change, isWaiting } from './change.ts';
import type { ChangeRef } from './changes.ts';
import { causeOf, endsAtOf, isReversal } from './reversal.ts';
import { canGoOnSince } from './scheduled-start.ts';
import { longestChain } from './step-order.ts';
import { lostAfter } from './time-limits.ts';
import { wakesAt } from './todo.ts';

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
