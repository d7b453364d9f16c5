import type { Answer } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import type { View } from '../../change/model/posted-message.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { notificationAnswer } from '../../change/words/notification-answer.ts';
import type { Instant } from '../../core/clock.ts';
import { isPrivate, outcomeInChannel } from './progress-answer.ts';
import { outcomeAnswer } from './status-answer.ts';

/** The content of a notification, and its view of the change. */
export interface Notification {
  readonly view: View;
  readonly answer: Answer;
}

/** Renders the result of a change, or the state of an end. */
export const notificationOf = (change: Change, now: Instant): Notification =>
  isReversal(change)
    ? { view: 'end', answer: notificationAnswer(change, now) }
    : { view: 'result', answer: outcomeAnswer(change, now, 'requester') };

/** Renders the notification for the channel of the request; undefined if its requester reads it elsewhere. */
export function notificationInChannel(change: Change, now: Instant): Notification | undefined {
  if (!isReversal(change)) return outcomeInChannel(change, now);
  return isPrivate(change) ? undefined : notificationOf(change, now);
}

/** Returns whether its requester ended it early, so that a notification would repeat their own click. */
export const isOwnClick = ({ reversal, requester, status }: Change): boolean =>
  status === 'done' && reversal?.endedBy === requester;

/** Returns whether the channel also shows the reply in the thread: yes, except for an end that went as planned. */
export const isBroadcast = ({ reversal, status }: Change): boolean =>
  status !== 'done' || reversal?.cause !== 'time';
