import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { type EndingChange, isEnding } from '../../change/model/ending-change.ts';
import { leftAloneFor } from '../../change/model/time-limits.ts';
import { giveNotice, markOverdue } from '../../change/transitions/news.ts';
import { endLost } from '../../change/transitions/running.ts';
import { interrupted } from '../../change/words/news-answer.ts';
import type { Instant } from '../../core/clock.ts';
import { enqueueDue } from '../run/enqueue-execution.ts';
import type { DueDependencies } from '../tell/lifecycle-dependencies.ts';
import { ifDue } from './if-due.ts';
import { logBeforeNext, workOff } from './outbox.ts';

/** Does what is due about a change that undoes by itself: gives notice, queues it, tells what a job could not tell. What fails is left due. */
export async function reconcileEnding(known: EndingChange, deps: DueDependencies): Promise<void> {
  const now = deps.clock();
  let change = known;
  for (const transition of [giveNotice, markOverdue, giveUp]) {
    const moved = await ifDue(change, (was) => transition(was, now), deps);
    if (moved && isEnding(moved)) change = moved;
  }
  const { due, ending } = change;
  const toldAt = ending.news?.at ?? 0;
  const told = await logBeforeNext(change, deps);
  const acts = await Promise.allSettled([
    isWaiting(change) && enqueueDue(change, deps),
    due && (toldAt === now || toldAt + leftAloneFor <= now) && workOff(change, deps, { told }),
  ]);
  for (const act of acts) if (act.status === 'rejected') throw act.reason;
}

/** Gives what nothing was heard of for too long its unknown outcome. */
const giveUp = (change: Change, now: Instant): Transition =>
  endLost(change, (index) => interrupted(change.steps[index] ?? change.steps[0]), now);
