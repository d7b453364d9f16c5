import type { Answer } from '../../answer/answer.ts';
import { errorName } from '../../answer/user-error.ts';
import { type Change, type Due, dues, isWaiting } from '../../change/model/change.ts';
import { endMovedBy } from '../../change/model/end-target.ts';
import { stepOfId } from '../../change/model/ids.ts';
import { messagesWith, type PostedMessage, type View } from '../../change/model/posted-message.ts';
import { changeUndoneBy, isReversal, stepEndOf } from '../../change/model/reversal.ts';
import { notifyFor } from '../../change/model/time-limits.ts';
import { markHandled, storeEnds } from '../../change/transitions/sent-messages.ts';
import { notificationAnswer } from '../../change/words/notification-answer.ts';
import { isFinal } from '../../core/call-failed.ts';
import type { Instant } from '../../core/clock.ts';
import type { Message } from '../../messaging/messaging.ts';
import { bringUpToDate } from '../notify/keep-messages.ts';
import type { EndDependencies } from '../notify/lifecycle-dependencies.ts';
import { logOutcomes } from '../notify/log-outcomes.ts';
import { postAbout, postInThread, readEnded, replyInThread } from '../notify/post-in-thread.ts';
import { refreshResults, showUndone } from '../notify/refresh-results.ts';
import { sendToRequester } from '../notify/send-to-requester.ts';
import { updateMessages } from '../notify/update-messages.ts';
import { enqueueDue } from '../run/enqueue-execution.ts';
import { draw, hashOf, shownAs } from '../views/draw-change.ts';
import { isPrivate, outcomeInChannel } from '../views/progress-answer.ts';
import { outcomeAnswer } from '../views/status-answer.ts';
import { suggestionOutcome } from '../views/thread-replies.ts';
import { undoPlan } from './undo-plan.ts';
import { wakeSoon } from './wake.ts';

/*
 * The outbox of a change: its unfinished tasks (`due`) after it ended, or for a notification about an end. They are stored with
 * the change until they are done.
 */

/** The tasks that a job has done already, and its messages that show the change. */
interface Done {
  readonly handled: readonly Due[];
  readonly posted: readonly PostedMessage[];
}

const nothingDone: Done = { handled: [], posted: [] };

/**
 * Processes the due tasks of a change after a job has updated it, and queues the steps that may be executed now or soon. Tasks
 * that fail are left to the sweeper. Resolves to the change, if it could be read. Never rejects.
 */
export async function followUp(
  id: string,
  deps: EndDependencies,
  done = nothingDone,
): Promise<Change | undefined> {
  let change: Change | undefined;
  try {
    change = await deps.changes.get(id);
    if (!change) return undefined;
    const logged = await logBeforeNext(change, deps);
    await enqueueDue(change, deps, ({ retryAt }) => retryAt === undefined);
    await wakeSoon(change, deps);
    if (change.due || done.posted.length > 0)
      await workOff(change, deps, { ...done, handled: [...done.handled, ...logged] });
  } catch (error) {
    deps.log('not sent', { change: id, error: errorName(error) });
  }
  return change;
}

/**
 * Logs the last attempt at an end, before the next attempt replaces it. Resolves to the tasks that are done. Rejects if the
 * audit log does not answer.
 */
export async function logBeforeNext(change: Change, deps: EndDependencies): Promise<readonly Due[]> {
  if (!isReversal(change) || !change.due?.includes('log')) return [];
  await logOutcomes(change, deps);
  return ['log'];
}

/**
 * Processes the due tasks of a change except those `handled`, in the order of `dues`, so nobody reads something that the audit
 * log lacks. A failed task stays due. Rejects if the audit log or the table does not answer.
 */
export async function workOff(
  change: Change,
  deps: EndDependencies,
  { handled = [], posted = [] }: Partial<Done> = {},
): Promise<void> {
  const { due = [] } = change;
  const entry: Entry = { change, renderedAt: deps.clock(), posted: [...posted], isCardRefused: false, deps };
  const remaining: Due[] = [];
  for (const task of dues) {
    if (!due.includes(task) || handled.includes(task)) continue;
    if (!(await isCarriedOut(task, entry)) && isWorthRepeating(task, entry)) remaining.push(task);
  }
  await storeHandled(entry, remaining);
}

/**
 * Returns whether a failed task is retried: a rollback until it is stored, a card that Slack doesn't refuse until it is right, and
 * notifications for a day from when they could first be made, since they wait for the audit log.
 */
function isWorthRepeating(task: Due, { change, isCardRefused, deps }: Entry): boolean {
  if (task === 'rollback' || (task === 'card' && !isCardRefused)) return true;
  const { due = [], loggedAt = 0, closed, reversal, since } = change;
  if (due.includes('log')) return true;
  const now = deps.clock();
  const at = reversal?.notification?.at ?? (closed ? since : now);
  return now - Math.max(loggedAt, at) < notifyFor;
}

/** A change that is processed. Messages that show it are added to `posted`. */
interface Entry {
  readonly change: Change;
  /** Start of the rendering of its messages. */
  readonly renderedAt: Instant;
  readonly posted: PostedMessage[];
  /** Whether Slack refuses its card. */
  isCardRefused: boolean;
  readonly deps: EndDependencies;
}

/**
 * Resolves to true if a task is done, or if Slack refuses it permanently. After any other error it is unknown whether people
 * were notified, so the task is retried (`isWorthRepeating`). Rejects if the audit log does not answer.
 */
async function isCarriedOut(task: Due, entry: Entry): Promise<boolean> {
  try {
    return (await tasks[task](entry)) !== false;
  } catch (error) {
    if (task === 'log') throw error;
    entry.deps.log('not sent', { change: entry.change.id, task, error: errorName(error) });
    return (task === 'requester' || task === 'channel') && isFinal(error);
  }
}

/** The tasks of the outbox. A task that resolves to false or rejects is retried. */
const tasks: Readonly<Record<Due, (entry: Entry) => Promise<unknown>>> = {
  rollback: ({ change, deps }) => undoPlan(change, deps),
  log: ({ change, deps }) => logOutcomes(change, deps),
  async card(entry) {
    const { change, deps } = entry;
    const shown = await (isWaiting(change) ? bringUpToDate(change, deps) : updateMessages(change, deps));
    entry.isCardRefused = shown === 'refused';
    return shown === 'shown';
  },
  messages: ({ change, deps }) => showWhereUndone(change, deps),
  async requester(entry) {
    const { change, deps } = entry;
    if (isOwnClick(change)) return;
    const notification = notificationOf(change, deps.clock());
    keep(notification, await sendToRequester(change, notification.answer, deps), entry);
  },
  async channel(entry) {
    const { change, deps } = entry;
    const notification = notificationInChannel(change, deps.clock());
    if (!notification) return true;
    const { answer } = notification;
    if (!isReversal(change)) {
      const about = { end: endMovedBy(change) };
      keep(notification, await postInThread(change.replyTo, answer, about, deps), entry);
      return true;
    }
    const ended = await readEnded(change, deps);
    // Nobody reads of an end before its change.
    if (ended?.due?.includes('channel')) return false;
    keep(notification, await postAbout(change.replyTo, answer, ended, deps, isBroadcast(change)), entry);
    return true;
  },
  async thread({ change, deps }) {
    const undone = isReversal(change) ? await deps.changes.get(changeUndoneBy(change)) : undefined;
    if (undone) await replyInThread(undone, notificationOf(change, deps.clock()).answer, deps);
  },
  /** Notifies the approver whose suggestion is pending of its result. */
  async suggester({ change, deps }) {
    const answer = suggestionOutcome(change);
    if (answer) await replyInThread(change, answer, deps);
  },
  /** Shows the used Undos as done, or offers them again. */
  undo: ({ change, deps }) => showUndone(change, deps),
};

/** The content of a notification, and its view of the change. */
interface Notification {
  readonly view: View;
  readonly answer: Answer;
}

/** Renders the result of a change, or the state of an end. */
const notificationOf = (change: Change, now: Instant): Notification =>
  isReversal(change)
    ? { view: 'end', answer: notificationAnswer(change, now) }
    : { view: 'result', answer: outcomeAnswer(change, now) };

/** Returns whether its requester ended it early, so that a notification would repeat their own click. */
const isOwnClick = ({ reversal, requester, status }: Change): boolean =>
  status === 'done' && reversal?.endedBy === requester;

/** Returns whether the channel also shows the reply in the thread: yes, except for an end that went as planned. */
const isBroadcast = ({ reversal, status }: Change): boolean =>
  status !== 'done' || reversal?.cause !== 'time';

/** Renders the notification for the channel of the request; undefined if its requester reads it elsewhere. */
function notificationInChannel(change: Change, now: Instant): Notification | undefined {
  if (!isReversal(change)) return outcomeInChannel(change, now);
  return isPrivate(change) ? undefined : notificationOf(change, now);
}

/** Records a message that will need edits. One about an overdue end, or an end that can't be moved, has no buttons. */
function keep({ view, answer }: Notification, message: Message, { change, posted }: Entry): void {
  if (isReversal(change) && (change.status !== 'approved' || change.reversal.overdue)) return;
  posted.push(shownAs(view, answer, message));
}

/** Updates the messages that show the ends of steps: the notices before the end, and the messages of the ending change. */
async function showWhereUndone(change: Change, deps: EndDependencies): Promise<void> {
  if (!isReversal(change)) return;
  const { changes, messenger, clock } = deps;
  for (const notice of messagesWith('end', change))
    await messenger.amend(notice, draw(notice, change, clock()));
  const ends = change.steps.flatMap(({ undoes }, at) =>
    undoes ? [[stepOfId(undoes.id).index, stepEndOf(change, at)] as const] : [],
  );
  const shown = await changes.change(changeUndoneBy(change), (current) => storeEnds(current, new Map(ends)));
  if ('change' in shown) await refreshResults(shown.change, { changes, messenger, clock });
}

/**
 * Stores the remaining tasks, and the messages that show the change. Updates a message that is outdated already, for example
 * because the end was moved before the message was stored.
 */
async function storeHandled(
  { change, renderedAt, posted, isCardRefused, deps }: Entry,
  remaining: readonly Due[],
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
