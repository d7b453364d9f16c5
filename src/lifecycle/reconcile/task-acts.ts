import { agreedEntries } from '../../audit-log/entries.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import { endMovedBy } from '../../change/model/end-target.ts';
import type { PostedMessage } from '../../change/model/posted-message.ts';
import { changeUndoneBy, isReversal } from '../../change/model/reversal.ts';
import { notifyFor } from '../../change/model/time-limits.ts';
import type { Task } from '../../change/model/todo.ts';
import { remind, remindLater } from '../../change/transitions/expire.ts';
import { markFreshIfShown } from '../../change/transitions/sent-messages.ts';
import { markReplied } from '../../change/transitions/suggesting.ts';
import type { Message } from '../../messaging/messaging.ts';
import { bringUpToDate, introduce, notifyRequester, publish, show } from '../notify/keep-messages.ts';
import type { DueDependencies } from '../notify/lifecycle-dependencies.ts';
import { logOutcomes } from '../notify/log-outcomes.ts';
import { postAbout, postInThread, readEnded, replyInThread } from '../notify/post-in-thread.ts';
import { refreshResults, showUndone, showWhereUndone } from '../notify/refresh-results.ts';
import { sendToRequester } from '../notify/send-to-requester.ts';
import { showPicture } from '../notify/show-picture.ts';
import { updateMessages } from '../notify/update-messages.ts';
import { enqueueAfter, enqueueDue } from '../run/enqueue-execution.ts';
import { looksAt } from '../run/start-tracking.ts';
import { requestedNote } from '../views/describe-plan.ts';
import { shownAs } from '../views/draw-change.ts';
import {
  isBroadcast,
  isOwnClick,
  type Notification,
  notificationInChannel,
  notificationOf,
} from '../views/notification-of-change.ts';
import { declinedReply, reminder, suggestionOutcome } from '../views/thread-replies.ts';
import { undoPlan } from './undo-plan.ts';
import { wakeForPicture, wakeSoon } from './wake.ts';

/** A change of which tasks are carried out. */
export interface Settling {
  /** As it was read, or last written by a task. */
  change: Change;
  /** The job that has moved it; undefined for the sweeper's job. */
  readonly job?: string | undefined;
  /** Messages that show it. */
  readonly posted: PostedMessage[];
  /** Whether Slack refuses its card. */
  isCardRefused?: boolean;
  readonly deps: DueDependencies;
}

/** How each task is done. One that is stored and resolves to false or rejects is left for later. */
export const acts: Readonly<Record<Task, (settling: Settling) => Promise<unknown>>> = {
  rollback: ({ change, deps }) => undoPlan(change, deps),
  log: ({ change, deps }) => logOutcomes(change, deps),
  /** Logs the request first. */
  async publish(settling) {
    const { change, deps } = settling;
    const entries = agreedEntries('requested', change, deps, { note: requestedNote(change) });
    await Promise.all(entries.map((entry) => deps.auditLog.append(entry, change.job)));
    settling.change = await publish(change, deps);
    await notifyRequester(settling.change, deps);
  },
  introduce: ({ change, deps }) => introduce(change, deps),
  execute: ({ change, job, deps }) =>
    job === undefined ? enqueueDue(change, deps) : enqueueAfter(change, job, deps),
  async look({ change, deps }) {
    for (const look of looksAt(change, deps.clock())) await deps.queue.send(look);
  },
  show: ({ change, deps }) => show(change, deps),
  async wake({ change, deps }) {
    await wakeSoon(change, deps);
    await wakeForPicture(change, deps);
  },
  /** Stores that first, so that it is sent once. Rejects if Slack does not answer; the next sweep sends it then. */
  async remind(settling) {
    const { change, deps } = settling;
    const marked = await deps.changes.change(change.id, (current) => remind(current, deps.clock()));
    if ('refused' in marked) return;
    settling.change = marked.change;
    try {
      await replyInThread(marked.change, reminder(marked.change, deps.clock()), deps);
    } catch (error) {
      await deps.changes.change(change.id, remindLater);
      throw error;
    }
  },
  async picture(settling) {
    settling.change = (await showPicture(settling.change, settling.deps)) ?? settling.change;
  },
  async card(settling) {
    const { change, deps } = settling;
    const shown = await (isWaiting(change) ? bringUpToDate(change, deps) : updateMessages(change, deps));
    settling.isCardRefused = shown === 'refused';
    return shown === 'shown';
  },
  messages: ({ change, deps }) => showWhereUndone(change, deps),
  async requester(settling) {
    const { change, deps } = settling;
    if (isOwnClick(change)) return;
    const notification = notificationOf(change, deps.clock());
    keep(notification, await sendToRequester(change, notification.answer, deps), settling);
  },
  async channel(settling) {
    const { change, deps } = settling;
    const notification = notificationInChannel(change, deps.clock());
    if (!notification) return true;
    const { answer } = notification;
    if (!isReversal(change)) {
      const about = { end: endMovedBy(change) };
      keep(notification, await postInThread(change.replyTo, answer, about, deps), settling);
      return true;
    }
    const ended = await readEnded(change, deps);
    // Nobody reads of an end before its change.
    if (ended?.due?.includes('channel')) return false;
    keep(notification, await postAbout(change.replyTo, answer, ended, deps, isBroadcast(change)), settling);
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
  async declined({ change, job = '', deps }) {
    const answer = declinedReply(change, job);
    if (!answer) return;
    await replyInThread(change, answer, deps);
    await deps.changes.change(change.id, (current) => markReplied(current, job));
  },
  /** After a day without success the buttons stay; a click explains that it is too late. */
  async refresh({ change, deps }) {
    const now = deps.clock();
    const shown = now - (change.staleAt ?? now) < notifyFor ? await refreshResults(change, deps) : change;
    await deps.changes.change(change.id, (current) => markFreshIfShown(current, shown, now));
  },
};

/** Records a message that will need edits. One about an overdue end, or an end that can't be moved, has no buttons. */
function keep({ view, answer }: Notification, message: Message, { change, posted }: Settling): void {
  if (!isReversal(change) || (change.status === 'approved' && !change.reversal.overdue))
    posted.push(shownAs(view, answer, message));
}
