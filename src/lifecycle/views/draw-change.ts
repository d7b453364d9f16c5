import type { Answer } from '../../answer/answer.ts';
import { votesOf } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import type { PostedMessage, View } from '../../change/model/posted-message.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { noticeAnswer } from '../../change/words/notification-answer.ts';
import type { Instant } from '../../core/clock.ts';
import { sha256 } from '../../core/sha256.ts';
import type { Message } from '../../messaging/messaging.ts';
import { isDirectMessage, isOnHome } from '../../messaging/reply-target.ts';
import { breakGlassNotice, card } from './card.ts';
import { hasProgressMessage, progressAnswer } from './progress-answer.ts';
import { offerAnswer, resultAnswer, statusAnswer } from './status-answer.ts';

/** Returns the hash of a message's content, in hex. */
export const hashOf = (answer: Answer): string => sha256(answer).slice(0, 16);

/** Returns a reference to a message that was posted with this answer. */
export const shownAs = (view: View, answer: Answer, { channel, thread, ts }: Message): PostedMessage => ({
  view,
  channel,
  thread,
  ts,
  rendered: hashOf(answer),
});

/** What the content of a message depends on: in a direct message its requester reads "you". */
type Drawn = Pick<PostedMessage, 'of'> & Partial<Pick<PostedMessage, 'channel'>>;

const views: Readonly<Record<View, (change: Change, message: Drawn, now: Instant) => Answer>> = {
  card: (change) => card(change),
  notice: (change, { of }) =>
    breakGlassNotice(change, votesOf(change).find(({ job }) => job === of)?.comment ?? ''),
  status: (change) => statusAnswer(change),
  offer(change, { of }) {
    const offer = change.approval?.offers?.find(({ id }) => id === of);
    return offer ? offerAnswer(change, offer) : [];
  },
  progress: (change, _, now) => progressAnswer(change, now),
  result: (change, { channel = '' }, now) =>
    resultAnswer(change, now, isDirectMessage({ channel }) || isOnHome({ channel }) ? 'requester' : 'others'),
  end: (change, _, now) => (isReversal(change) ? noticeAnswer(change, now) : []),
};

/** Renders a message about a change. */
export const draw = (
  { view, ...message }: Pick<PostedMessage, 'view'> & Drawn,
  change: Change,
  now: Instant,
): Answer => views[view](change, message, now);

/** Returns whether a request looks the same in all messages as it did at `then`. */
export const looksSame = (before: Change, after: Change, now: Instant, then = now): boolean =>
  JSON.stringify(shownOf(before, then)) === JSON.stringify(shownOf(after, now));

const shownOf = (change: Change, now: Instant): readonly Answer[] => [
  card(change),
  statusAnswer(change),
  ...(hasProgressMessage(change) ? [progressAnswer(change, now)] : []),
];
