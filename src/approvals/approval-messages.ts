import type { Answer } from '../answer/answer.ts';
import type { Change } from '../change/model/change.ts';
import type { DrawnOffer, Move } from '../change/transitions/sent-messages.ts';
import { sha256 } from '../core/sha256.ts';
import type { Message } from '../messaging/messaging.ts';
import { breakGlassNotice, card } from './card.ts';
import { hasProgressMessage, progressAnswer } from './progress-answer.ts';
import { offerAnswer, statusAnswer } from './status-answer.ts';

/** A message about a request, and what it is to show. */
export interface Shown {
  readonly what: Move['what'];
  readonly message: Message;
  readonly answer: Answer;
  /** Of an offer: its suggestion, the hash of `answer`, and of what the message showed `before`, if that is known. */
  readonly offer?: DrawnOffer & { readonly before: string | undefined };
}

/** Hash of what a message shows, in hex. */
export const hashOf = (answer: Answer): string => sha256(answer).slice(0, 16);

/** The messages that show a request and are edited at each turn of it, with their present content. */
export function messagesOf(change: Change): readonly Shown[] {
  const { cards, approval, direct, progress } = change;
  const { votes = [], offers = [] } = approval ?? {};
  return [
    ...cards.map((message) => ({ what: 'card' as const, message, answer: card(change) })),
    ...votes.flatMap(({ notice, comment = '' }) =>
      notice ? [{ what: 'notice' as const, message: notice, answer: breakGlassNotice(change, comment) }] : [],
    ),
    ...(direct ? [{ what: 'direct' as const, message: direct, answer: statusAnswer(change) }] : []),
    ...(progress ? [{ what: 'progress' as const, message: progress, answer: progressAnswer(change) }] : []),
    ...offers.map(({ message, drawn: before, ...offer }) => {
      const answer = offerAnswer(change, offer);
      return {
        what: 'offer' as const,
        message,
        answer,
        offer: { id: offer.id, drawn: hashOf(answer), before },
      };
    }),
  ];
}

/** Whether two states of a request look the same in every message. */
export const looksSame = (before: Change, after: Change): boolean =>
  JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(after));

const shownOf = (change: Change): readonly Answer[] => [
  card(change),
  statusAnswer(change),
  ...(hasProgressMessage(change) ? [progressAnswer(change)] : []),
];
