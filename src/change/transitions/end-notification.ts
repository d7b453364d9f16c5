import type { Instant } from '../../core/clock.ts';
import type { Change, Due } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { type EndingChange, isEnding, noticeAt, overdueAt } from '../model/ending-change.ts';

/*
 * What people have to be told of a change that undoes by itself: that it comes soon, is overdue, was moved, or is over. What was still to
 * be told before is out of date then.
 */

/** Where people read about an end: with the step that it ends, in a message to its requester, its channel and the thread of its card. */
const places: readonly Due[] = ['messages', 'requester', 'channel', 'thread'];

const withNotification = (change: EndingChange, due: readonly Due[], now: Instant): EndingChange => ({
  ...change,
  due,
  ending: {
    ...change.ending,
    notification: { count: (change.ending.notification?.count ?? 0) + 1, at: now },
  },
});

/** With its end to be told; the audit log comes first, so that nobody reads what it does not have. */
export const withEndToTell = (change: EndingChange, now: Instant): EndingChange =>
  withNotification(change, ['log', ...places], now);

/** Without its news, but for a failed attempt that was sent and is still to be logged. */
export function withoutNotification(change: EndingChange): EndingChange {
  const due = change.due?.filter((place) => place === 'log') ?? [];
  return { ...change, due: due.length > 0 ? due : undefined };
}

/** With its new time to be shown, in place of other news. */
export const withMoveToShow = (change: EndingChange, now: Instant): EndingChange =>
  withNotification(change, [...(withoutNotification(change).due ?? []), 'messages'], now);

/** With a failed attempt to be told: people are told once that it is overdue. `isSent`: the audit log gets it, too. */
export function withFailureToTell(change: EndingChange, isSent: boolean, now: Instant): EndingChange {
  const { overdue } = change.ending;
  const notified = overdue
    ? change
    : withNotification({ ...change, ending: { ...change.ending, overdue: true } }, places, now);
  if (!isSent) return notified;
  return withNotification(notified, ['log', ...(notified.due ?? []).filter((place) => place !== 'log')], now);
}

/** Notes that people are told that something ends soon, which they are once for each time of its end. A notice is in no log. */
export function giveNotice(change: Change, now: Instant): Transition {
  const [at, isDue] = [noticeAt(change), (change.steps[0].startsAt ?? 0) <= now];
  if (!isEnding(change) || at === undefined || now < at || isDue) return { refused: 'No notice is due.' };
  const noticed = { ...change, ending: { ...change.ending, noticed: true } };
  return { change: withNotification(noticed, ['requester', 'channel'], now) };
}

/** Notes that something should have ended a while ago; refused if people were told. */
export function markOverdue(change: Change, now: Instant): Transition {
  const at = overdueAt(change);
  if (!isEnding(change) || at === undefined || now < at) return { refused: 'It isn’t newly overdue.' };
  return { change: withFailureToTell(change, false, now) };
}
