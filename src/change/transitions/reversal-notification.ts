import type { Instant } from '../../core/clock.ts';
import type { Change, Due } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isReversal, noticeAt, overdueAt, type Reversal } from '../model/reversal.ts';

/*
 * Notifications about an end or a rollback: it comes soon, is overdue, was moved, or is over. A new notification has the
 * next number, so a job that handles an earlier one leaves it due.
 */

/** The places that show an end: the message of the ended step, its requester's and its channel's, and the card's thread. */
const places: readonly Due[] = ['messages', 'requester', 'channel', 'thread'];

const withNotification = (change: Reversal, due: readonly Due[], now: Instant): Reversal => ({
  ...change,
  due,
  reversal: {
    ...change.reversal,
    notification: { count: (change.reversal.notification?.count ?? 0) + 1, at: now },
  },
});

/** Adds to what is due: what is not shown or logged yet still has to be. */
const withMore = (change: Reversal, more: readonly Due[], now: Instant): Reversal =>
  withNotification(change, [...new Set([...(change.due ?? []), ...more])], now);

/** Sets the notifications of its end. The audit log comes first, so that nobody reads something that it lacks. */
export const withEndToTell = (change: Reversal, now: Instant): Reversal =>
  withNotification(change, ['log', ...places], now);

/** Drops the pending notification, but keeps the log entry of a failed attempt that was sent. */
export function withoutNotification(change: Reversal): Reversal {
  const due = change.due?.filter((place) => place === 'log') ?? [];
  return { ...change, due: due.length > 0 ? due : undefined };
}

/** Replaces the pending notification with an update of the messages that show the new time. */
export const withMoveToShow = (change: Reversal, now: Instant): Reversal =>
  withMore(withoutNotification(change), ['messages'], now);

const asOverdue = (change: Reversal): Reversal => ({
  ...change,
  reversal: { ...change.reversal, overdue: true },
});

/** Sets the notifications of a failed attempt: that the end is overdue, only once. `isSent`: the attempt is also logged. */
export function withFailureToTell(change: Reversal, isSent: boolean, now: Instant): Reversal {
  const notified = change.reversal.overdue ? change : withNotification(asOverdue(change), places, now);
  if (!isSent) return notified;
  return withNotification(notified, ['log', ...(notified.due ?? []).filter((place) => place !== 'log')], now);
}

/** Records the notice before an end, which is given once for each time of the end and is not logged. */
export function giveNotice(change: Change, now: Instant): Transition {
  const [at, isDue] = [noticeAt(change), (change.steps[0].startsAt ?? 0) <= now];
  if (!isReversal(change) || at === undefined || now < at || isDue) return { refused: 'No notice is due.' };
  const noticed = { ...change, reversal: { ...change.reversal, noticed: true } };
  return { change: withMore(noticed, ['requester', 'channel'], now) };
}

/** Records that an end is overdue. Refused if people were notified. */
export function markOverdue(change: Change, now: Instant): Transition {
  const at = overdueAt(change);
  if (!isReversal(change) || at === undefined || now < at) return { refused: 'It isn’t newly overdue.' };
  return { change: withMore(asOverdue(change), places, now) };
}
