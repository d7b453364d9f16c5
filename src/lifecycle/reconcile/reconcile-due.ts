import type { Answer } from '../../answer/answer.ts';
import { errorName } from '../../answer/user-error.ts';
import { agreedEntries } from '../../audit-log/entries.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Changes, Transition } from '../../change/model/changes.ts';
import { endsAmong } from '../../change/model/end-target.ts';
import { isUploaded } from '../../change/model/picture.ts';
import { isPosted } from '../../change/model/posted-message.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { isReversal, type Reversal } from '../../change/model/reversal.ts';
import { dueSteps } from '../../change/model/step.ts';
import { notifyFor, recoverAfter } from '../../change/model/time-limits.ts';
import { sweepJob } from '../../change/transitions/claiming-job.ts';
import { expire, remind, remindLater } from '../../change/transitions/expire.ts';
import { closeRestored, completeRestored } from '../../change/transitions/restored.ts';
import { giveNotice, markOverdue } from '../../change/transitions/reversal-notification.ts';
import { completeAbandoned, markLogged, markOutdated } from '../../change/transitions/running.ts';
import { markFresh } from '../../change/transitions/sent-messages.ts';
import { interrupted } from '../../change/words/notification-answer.ts';
import type { Instant } from '../../core/clock.ts';
import { explain } from '../../evaluate/describe-error.ts';
import { operationById } from '../../operations/index.ts';
import { homesToRefresh } from '../notify/homes-to-refresh.ts';
import { notifyRequester, publish, show } from '../notify/keep-messages.ts';
import type { DueDependencies } from '../notify/lifecycle-dependencies.ts';
import { logOutcomes } from '../notify/log-outcomes.ts';
import { replyInThread } from '../notify/post-in-thread.ts';
import { refreshResults } from '../notify/refresh-results.ts';
import { outdatedFor } from '../notify/result-of-change.ts';
import { showPicture } from '../notify/show-picture.ts';
import { enqueueDue, executionOf } from '../run/enqueue-execution.ts';
import { isAgreedSo } from '../run/proof.ts';
import { resumeUnsent } from '../run/resume-unsent.ts';
import { looksAt } from '../run/start-tracking.ts';
import { requestedNote } from '../views/describe-plan.ts';
import { reminder } from '../views/thread-replies.ts';
import { logBeforeNext, workOff } from './outbox.ts';
import { wakeForPicture, wakeSoon } from './wake.ts';

/**
 * Processes everything that is due about a change: ends what is over, executes what may start, sends the reminder, and takes
 * over from dead workers. Failed tasks stay due. Tasks that follow soon get their own job.
 */
export async function reconcileDue(id: string, deps: DueDependencies): Promise<void> {
  const lookedAt = deps.clock();
  const change = await deps.changes.get(id);
  if (!change) return;
  await (isReversal(change) ? reconcileReversal(change, deps) : reconcileChange(change, deps));
  const left = await deps.changes.get(id);
  if (!left) return;
  await wakeSoon(left, deps, lookedAt);
  if (isUploaded(left)) await wakeForPicture(left, deps);
}

/** Executions come before messages, which take long while Slack does not answer. */
async function reconcileChange(change: Change, deps: DueDependencies): Promise<void> {
  if (!isWaiting(change)) {
    const idle = deps.clock() - change.since;
    if (change.due && idle >= recoverAfter) await workOff(change, deps);
    return removeExpiredUndos(change, deps);
  }
  if (change.due) await logOutcomes(change, deps);
  await goOn(change, deps);
  if (change.due) await workOff(change, deps);
}

/** Advances a request that is due. */
async function goOn(change: Change, deps: DueDependencies): Promise<void> {
  const { status } = change;
  if (isRestored(change, deps)) {
    const closing = (current: Change): Transition =>
      current.status === 'running'
        ? completeRestored(current, deps.clock())
        : closeRestored(current, sweepJob, deps.clock());
    const closed = await ifDue(change, closing, deps);
    if (closed) return finishReview(closed, deps);
  }
  if (status === 'running') return sweepRunning(change, deps);
  const expired = await ifDue(change, (current) => expire(current, deps.clock()), deps);
  if (expired) return finishReview(expired, deps);
  if (status === 'approved') return executeDue(change, deps);
  const over = await ifNothingLeft(change, deps);
  if (over) return finishReview(over, deps);
  await makePublic(change, deps);
  const reminded = await remindApprovers(change, deps);
  const pictured = await showPicture(reminded ?? change, deps);
  if (pictured) await workOff(pictured, deps);
}

/** Sends the reminder if it is due. Rejects if Slack does not answer; the next sweep sends it then. */
async function remindApprovers(change: Change, deps: DueDependencies): Promise<Change | undefined> {
  const due = await ifDue(change, (current) => remind(current, deps.clock()), deps);
  if (!due) return undefined;
  try {
    await replyInThread(due, reminder(due, deps.clock()), deps);
  } catch (error) {
    await deps.changes.change(due.id, remindLater);
    throw error;
  }
  return due;
}

/** Executes the due steps that no job has claimed. Steps with a start time are first executed here. */
async function executeDue(change: Change, deps: DueDependencies): Promise<void> {
  const now = deps.clock();
  const { since } = change;
  const left = dueSteps(change, now).filter(
    ({ step: { startsAt = 0, claimed } }) => !claimed && (startsAt > since || now - since >= recoverAfter),
  );
  for (const changeStep of left) {
    const isLogged = await isAgreedSo(change, changeStep, deps);
    await showLogged(change, isLogged, deps);
    if (isLogged) await deps.queue.send(executionOf(change, changeStep));
  }
}

/** Shows whether an approved request waits for the audit log. */
async function showLogged(change: Change, isLogged: boolean, deps: DueDependencies): Promise<void> {
  const { status, isUnlogged = false } = change;
  if (status !== 'approved' || isUnlogged !== isLogged) return;
  const marked = await deps.changes.change(change.id, (current) => markLogged(current, isLogged));
  if ('change' in marked) await show(marked.change, deps);
}

/** Ends abandoned steps, and executes those that are due. */
async function sweepRunning(known: Change, deps: DueDependencies): Promise<void> {
  const { change, unsent } = await resumeUnsent(known, deps);
  const lost = (current: Change) =>
    completeAbandoned(current, () => ({ answer: outcomeUnknown }), deps.clock(), unsent);
  const now = (await ifDue(change, lost, deps)) ?? change;
  if (now.closed) return workOff(now, deps);
  await logOutcomes(now, deps);
  if (now !== known) await show(now, deps);
  await lookAtJobs(now, deps);
  await executeDue(now, deps);
}

/** Has background jobs of the cloud API looked at that nobody may poll any more. */
async function lookAtJobs(change: Change, { queue, clock }: DueDependencies): Promise<void> {
  for (const look of looksAt(change, clock())) await queue.send(look);
}

/** Ends an open request to extend or end something that has ended in the meantime, so nobody is reminded of it. */
async function ifNothingLeft(change: Change, deps: DueDependencies): Promise<Change | undefined> {
  const moves = change.steps.flatMap(({ operation, targets }) =>
    endsAmong(targets).map(async (id) => isLeft(await deps.changes.get(id), operation)),
  );
  if (!(await Promise.all(moves)).includes(false)) return undefined;
  const why = { job: sweepJob, ...outdatedFor(['What it would extend or end has ended.'], '') };
  return ifDue(change, (current) => markOutdated(current, 'open', why, deps.clock()), deps);
}

/** Returns whether an end is left to an operation: while it waits, and to End Now after an unknown outcome, too. */
const isLeft = (end: Change | undefined, operation: string): boolean =>
  !end || isWaiting(end) || (end.status === 'unknown' && operationById(operation)?.endsNow === true);

/** Posts the card of a request whose worker died before. Logs the request first. */
async function makePublic(change: Change, deps: DueDependencies): Promise<void> {
  if (isPosted('card', change)) return;
  const entries = agreedEntries('requested', change, deps, { note: requestedNote(change) });
  await Promise.all(entries.map((entry) => deps.auditLog.append(entry, change.job)));
  await notifyRequester(await publish(change, deps), deps);
}

/** Announces the end of a request that people may have been asked to review, and refreshes the Home tabs that list it. */
async function finishReview(change: Change, deps: DueDependencies): Promise<void> {
  await workOff(change, deps);
  try {
    for (const home of homesToRefresh(change, `${change.id}:over`)) await deps.queue.send(home);
  } catch (error) {
    deps.log('home not refreshed', { change: change.id, error: errorName(error) });
  }
}

/** Removes the buttons of expired Undos. After a day without success they stay; a click explains that it is too late. */
async function removeExpiredUndos(change: Change, deps: DueDependencies): Promise<void> {
  const { id, staleAt = Number.POSITIVE_INFINITY } = change;
  const now = deps.clock();
  if (now < staleAt) return;
  const shown = now - staleAt < notifyFor ? await refreshResults(change, deps) : change;
  // A message that was stored in the meantime may still show the button.
  await deps.changes.change(id, (current) => ({
    change: current.messages.length === shown.messages.length ? markFresh(current, now) : current,
  }));
}

/** The answer for an abandoned step. */
const outcomeUnknown: Answer = explain(new Error('the worker ended before it wrote an outcome'), {
  started: true,
});

/** Processes the notice, execution and missing notifications of an end or a rollback. Failed tasks stay due. */
async function reconcileReversal(known: Reversal, deps: DueDependencies): Promise<void> {
  const now = deps.clock();
  const { unsent } = await resumeUnsent(known, deps);
  let change = known;
  for (const transition of [giveNotice, markOverdue, endIfAbandoned]) {
    const moved = await ifDue(change, (was) => transition(was, now, unsent), deps);
    if (moved && isReversal(moved)) change = moved;
  }
  const { due, reversal } = change;
  const notifiedAt = reversal.notification?.at ?? 0;
  const handled = await logBeforeNext(change, deps);
  const acts = await Promise.allSettled([
    isWaiting(change) && enqueueDue(change, deps),
    isWaiting(change) && lookAtJobs(change, deps),
    due && (notifiedAt === now || notifiedAt + recoverAfter <= now) && workOff(change, deps, { handled }),
  ]);
  for (const act of acts) if (act.status === 'rejected') throw act.reason;
}

/** Sets the unknown outcome of an abandoned step. */
const endIfAbandoned = (change: Change, now: Instant, unsent: ReadonlySet<number>): Transition =>
  completeAbandoned(change, (index) => interrupted(change.steps[index] ?? change.steps[0]), now, unsent);

/**
 * Applies a transition that is due; resolves to undefined if it is not due or somebody else was faster. Accesses the table only
 * if it is due. Rejects if the table does not answer.
 */
async function ifDue(
  change: Change,
  transition: (current: Change) => Transition,
  { changes }: { readonly changes: Pick<Changes, 'change'> },
): Promise<Change | undefined> {
  const wanted = transition(change);
  if ('refused' in wanted || wanted.change === change) return undefined;
  const moved = await changes.change(change.id, transition);
  return 'change' in moved ? moved.change : undefined;
}
