import { orLogged } from '../../answer/or-logged.ts';
import { errorName } from '../../answer/user-error.ts';
import { votesOf } from '../../change/model/approval.ts';
import type { Change, Due } from '../../change/model/change.ts';
import { isUploaded } from '../../change/model/picture.ts';
import type { PostedMessage } from '../../change/model/posted-message.ts';
import { notifyFor } from '../../change/model/time-limits.ts';
import { type Task, todo, todoAfter } from '../../change/model/todo.ts';
import { markLogged } from '../../change/transitions/running.ts';
import { markHandled } from '../../change/transitions/sent-messages.ts';
import { isFinal } from '../../core/call-failed.ts';
import type { Instant } from '../../core/clock.ts';
import { homesToRefresh } from '../notify/homes-to-refresh.ts';
import type { DueDependencies } from '../notify/lifecycle-dependencies.ts';
import { draw, hashOf } from '../views/draw-change.ts';
import { letTimePass } from './let-time-pass.ts';
import { acts, type Settling } from './task-acts.ts';
import { wakeForPicture, wakeSoon } from './wake.ts';

/*
 * Carries out what is left to do about a change (todo.ts): after a job that has moved it, and in the sweeper's job.
 */

/** What a job has done about a change that it has moved. */
export interface ByJob {
  readonly job: string;
  /** The stored tasks that its own entries and messages complete. */
  readonly done?: readonly Due[] | undefined;
  /** Its messages that show the change. */
  readonly posted?: readonly PostedMessage[] | undefined;
}

/**
 * Carries out the tasks of a job that has moved a change. Resolves to the change; undefined if there is none. Rejects if the table, the
 * audit log or Slack does not answer, so that the job is delivered again.
 */
export async function settleAfter(id: string, by: ByJob, deps: DueDependencies): Promise<Change | undefined> {
  const read = await deps.changes.get(id);
  if (!read) return undefined;
  const change = await withLoggedVote(read, by.job, deps);
  await settleRead(change, by, deps);
  return change;
}

/**
 * Does the same about a change that the job has closed, or an end that it has moved, once its own messages are sent. What fails is left to the
 * sweeper. Resolves to the change, if it could be read. Never rejects.
 */
export async function settleOrLog(id: string, by: ByJob, deps: DueDependencies): Promise<Change | undefined> {
  let change: Change | undefined;
  try {
    change = await deps.changes.get(id);
    if (change) await settleRead(change, by, deps);
  } catch (error) {
    deps.log('not sent', { change: id, error: errorName(error) });
  }
  return change;
}

const settleRead = (change: Change, { job, done = [], posted = [] }: ByJob, deps: DueDependencies) =>
  carryOut(todoAfter(change, job), { change, job, posted: [...posted], deps }, done);

/** Resolves to a change that doesn't wait for the audit log any more, if this job has logged its last vote. */
async function withLoggedVote(change: Change, job: string, { changes }: DueDependencies): Promise<Change> {
  if (!change.isUnlogged || votesOf(change).at(-1)?.job !== job) return change;
  const marked = await changes.change(change.id, (current) => markLogged(current, true));
  return 'change' in marked ? marked.change : change;
}

/**
 * Carries out everything about a change whose time has come, in the sweeper's job. Failed tasks stay due. Tasks that follow soon get their own
 * job. Rejects if anything failed that is not stored with the change.
 */
export async function settle(id: string, deps: DueDependencies): Promise<void> {
  const lookedAt = deps.clock();
  const read = await deps.changes.get(id);
  if (!read) return;
  const { change, mover } = await letTimePass(read, deps);
  await carryOut(todo(change, lookedAt, mover), { change, posted: [], deps });
  if (mover !== undefined && change.closed && read.status !== 'running') await refreshHomes(change, deps);
  // Slack can be slow: what has become due since then may have found the change locked.
  const left = await deps.changes.get(id);
  if (!left) return;
  await wakeSoon(left, deps, lookedAt);
  if (isUploaded(left)) await wakeForPicture(left, deps);
}

/** Refreshes the Home tabs that list a request which was closed without a vote. */
async function refreshHomes(change: Change, { queue, log }: DueDependencies): Promise<void> {
  const homes = homesToRefresh(change, `${change.id}:over`);
  const refreshing = Promise.all(homes.map((home) => queue.send(home)));
  await orLogged(refreshing, log, 'home not refreshed', { change: change.id });
}

/** What comes after these waits for them: nobody reads what the audit log lacks, and a new request is posted before it runs. */
const first: readonly Task[] = ['log', 'publish', 'introduce'];

/**
 * Carries out tasks in their order, except those that are `done`, and stores which are left. A failed task stops no other, unless that waits
 * for it. Rejects if a task failed that is not stored.
 */
async function carryOut(
  tasks: readonly Task[],
  settling: Settling,
  done: readonly Due[] = [],
): Promise<void> {
  const renderedAt = settling.deps.clock();
  const over: Task[] = [...done];
  const failures: unknown[] = [];
  const { closed } = settling.change;
  /** Whether a task found that somebody has closed the change meanwhile. They do the rest, from the audit log on. */
  const isLeft = (): boolean => settling.change.closed?.job !== closed?.job;
  for (const task of tasks) {
    if (isLeft() || over.includes(task)) continue;
    try {
      if (await isOver(task, settling)) over.push(task);
    } catch (error) {
      if (first.includes(task)) throw error;
      failures.push(error);
    }
  }
  const { due = [] } = settling.change;
  const remaining = due.filter((task) => !over.includes(task));
  if (!isLeft() && (settling.posted.length > 0 || due.some((task) => tasks.includes(task))))
    await storeHandled(settling, remaining, renderedAt);
  if (failures.length > 0) throw failures[0];
}

/**
 * Carries out a task. Resolves to true if it is done, or if Slack refuses it permanently. After any other error of a stored task it is unknown
 * whether people were notified, so it is retried (`isWorthRepeating`). Rejects if another task fails, or the audit log does not answer.
 */
async function isOver(task: Task, settling: Settling): Promise<boolean> {
  const { change, deps } = settling;
  const isStored = task !== 'log' && change.due?.some((one) => one === task);
  try {
    if ((await acts[task](settling)) !== false || !isStored) return true;
  } catch (error) {
    if (!isStored) throw error;
    deps.log('not sent', { change: change.id, task, error: errorName(error) });
    if ((task === 'requester' || task === 'channel') && isFinal(error)) return true;
  }
  return !isWorthRepeating(task, settling);
}

/**
 * Returns whether a failed task is retried: a rollback until it is stored, a card that Slack doesn't refuse until it is right, and
 * notifications for a day from when they could first be made, since they wait for the audit log.
 */
function isWorthRepeating(task: Task, { change, isCardRefused, deps }: Settling): boolean {
  if (task === 'rollback' || (task === 'card' && !isCardRefused)) return true;
  const { due = [], loggedAt = 0, closed, reversal, since } = change;
  if (due.includes('log')) return true;
  const now = deps.clock();
  const at = reversal?.notification?.at ?? (closed ? since : now);
  return now - Math.max(loggedAt, at) < notifyFor;
}

/**
 * Stores the remaining tasks, and the messages that show the change. Updates a message that is outdated already, for example
 * because the end was moved before the message was stored.
 */
async function storeHandled(
  { change, posted, isCardRefused, deps }: Settling,
  remaining: readonly Due[],
  renderedAt: Instant,
): Promise<void> {
  const stored = await deps.changes.change(
    change.id,
    (current) => markHandled(current, { of: change, remaining, posted, isCardRefused }, renderedAt),
    change,
  );
  if ('refused' in stored) return;
  const now = deps.clock();
  for (const message of posted) {
    const answer = draw(message, stored.change, now);
    if (message.rendered !== hashOf(answer)) await deps.messenger.amend(message, answer);
  }
}
