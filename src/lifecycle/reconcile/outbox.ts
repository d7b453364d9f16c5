import type { Answer } from '../../answer/answer.ts';
import { errorName } from '../../answer/user-error.ts';
import { type Change, type Due, dues, isWaiting } from '../../change/model/change.ts';
import { endMovedBy } from '../../change/model/ending.ts';
import { changeUndoneBy, isEnding, stepEndOf } from '../../change/model/ending-change.ts';
import { stepOfId } from '../../change/model/ids.ts';
import { messagesWith, type PostedMessage, type View } from '../../change/model/posted-message.ts';
import { notifyFor } from '../../change/model/time-limits.ts';
import { markHandled, storeEnds } from '../../change/transitions/sent-messages.ts';
import { notificationAnswer } from '../../change/words/notification-answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { Message } from '../../messaging/messaging.ts';
import { isFinal } from '../../messaging/refused.ts';
import { bringUpToDate } from '../notify/keep-messages.ts';
import type { EndDependencies } from '../notify/lifecycle-dependencies.ts';
import { logEnds } from '../notify/log-ends.ts';
import { postInThread, replyInThread } from '../notify/post-in-thread.ts';
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
 * The outbox of a change: what is still to be done and told, since it ended or since there is news of an end. It is kept with the change
 * (`due`) until it is done.
 */

/** What a job has done of it already, and the messages of the job that show the change. */
interface Done {
  readonly handled: readonly Due[];
  readonly posted: readonly PostedMessage[];
}

const nothingDone: Done = { handled: [], posted: [] };

/**
 * Does what is due about a change since a job took it further, and queues what may be undone since or soon. What is worth another attempt is
 * left to the sweeper. Resolves to the change, if it could be read. Never rejects.
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
 * Logs the last attempt at an end, whose place the next one takes. Resolves to what of the outbox is done with that. Rejects where the audit
 * log does not answer.
 */
export async function logBeforeNext(change: Change, deps: EndDependencies): Promise<readonly Due[]> {
  if (!isEnding(change) || !change.due?.includes('log')) return [];
  await logEnds(change, deps);
  return ['log'];
}

/**
 * Does what is due about a change, but for what is `handled` already, in the order of `dues`: nobody reads what the audit log does not have.
 * What fails is due again. Rejects where the audit log or the table does not answer.
 */
export async function workOff(
  change: Change,
  deps: EndDependencies,
  { handled = [], posted = [] }: Partial<Done> = {},
): Promise<void> {
  const { due = [] } = change;
  const entry: Entry = { change, renderedAt: deps.clock(), posted: [...posted], deps };
  const remaining: Due[] = [];
  for (const task of dues) {
    if (!due.includes(task) || handled.includes(task)) continue;
    if (!(await isCarriedOut(task, entry)) && isWorthRepeating(task, change, deps.clock()))
      remaining.push(task);
  }
  await storeHandled(entry, remaining);
}

/** Whether a task is tried again: a rollback until it is stored, and people are told for a day. */
const isWorthRepeating = (task: Due, { ended, ending, since }: Change, now: Instant): boolean =>
  task === 'rollback' || now - (ending?.notification?.at ?? (ended ? since : now)) < notifyFor;

/** A change that is worked off; the messages that show it are added to `posted`. */
interface Entry {
  readonly change: Change;
  /** When its messages began to be drawn. */
  readonly renderedAt: Instant;
  readonly posted: PostedMessage[];
  readonly deps: EndDependencies;
}

/**
 * Whether a task is carried out, or Slack refuses it for good, so that it is not worth another attempt. After any other error nobody knows
 * whether they were told, so it is tried again (`isWorthRepeating`). Rejects where the log does not answer.
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

/** Each task of the outbox. False, or an error: it is worth another attempt. */
const tasks: Readonly<Record<Due, (entry: Entry) => Promise<unknown>>> = {
  rollback: ({ change, deps }) => undoPlan(change, deps),
  log: ({ change, deps }) => logEnds(change, deps),
  card: ({ change, deps }) =>
    isWaiting(change) ? bringUpToDate(change, deps) : updateMessages(change, deps),
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
    const about = isEnding(change)
      ? { end: change, isBroadcast: isBroadcast(change) }
      : { end: endMovedBy(change) };
    if (notification)
      keep(notification, await postInThread(change.replyTo, notification.answer, about, deps), entry);
  },
  async thread({ change, deps }) {
    const undone = isEnding(change) ? await deps.changes.get(changeUndoneBy(change)) : undefined;
    if (undone) await replyInThread(undone, notificationOf(change, deps.clock()).answer, deps);
  },
  /** The approver whose suggestion is pending reads what came of it. */
  async suggester({ change, deps }) {
    const answer = suggestionOutcome(change);
    if (answer) await replyInThread(change, answer, deps);
  },
  /** The Undos that it was for are shown as made, or offered again. */
  undo: ({ change, deps }) => showUndone(change, deps),
};

/** What is told of a change, and with which view of it. */
interface Notification {
  readonly view: View;
  readonly answer: Answer;
}

/** How a change ended, or how an end stands. */
const notificationOf = (change: Change, now: Instant): Notification =>
  isEnding(change)
    ? { view: 'end', answer: notificationAnswer(change, now) }
    : { view: 'result', answer: outcomeAnswer(change, now) };

/** Whether its requester wanted the end that just came, so that a notification would tell them of their own click. */
const isOwnClick = ({ ending, requester, status }: Change): boolean =>
  status === 'done' && ending?.endedBy === requester;

/** Whether the channel has to see what the thread of what ends is told: all but an end that went as planned. */
const isBroadcast = ({ ending, status }: Change): boolean => status !== 'done' || ending?.cause !== 'time';

/** What the channel of the request reads of it; undefined where its requester reads it anyway. */
function notificationInChannel(change: Change, now: Instant): Notification | undefined {
  if (!isEnding(change)) return outcomeInChannel(change, now);
  return isPrivate(change) ? undefined : notificationOf(change, now);
}

/** Keeps a message that will have to be edited. What is told of an end that can't be moved any more, or is overdue, offers nothing. */
function keep({ view, answer }: Notification, message: Message, { change, posted }: Entry): void {
  if (isEnding(change) && (change.status !== 'approved' || change.ending.overdue)) return;
  posted.push(shownAs(view, answer, message));
}

/** Brings the messages up to date that show when steps end: the notices of their end, and the messages of their change. */
async function showWhereUndone(change: Change, deps: EndDependencies): Promise<void> {
  if (!isEnding(change)) return;
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
 * Keeps what is left, and the messages that show the change. A message that was overtaken, such as by an end that was moved before the
 * message was known, is brought up to date.
 */
async function storeHandled(
  { change, renderedAt, posted, deps }: Entry,
  remaining: readonly Due[],
): Promise<void> {
  const stored = await deps.changes.change(
    change.id,
    (current) => markHandled(current, { of: change, remaining, posted }, renderedAt),
    change,
  );
  if ('refused' in stored) return;
  const now = deps.clock();
  for (const message of posted) {
    const answer = draw(message, stored.change, now);
    if (message.rendered !== hashOf(answer)) await deps.messenger.amend(message, answer);
  }
}
