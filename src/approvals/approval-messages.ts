import type { Answer } from '../answer/answer.ts';
import type { Approval } from '../change/model/approval.ts';
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
export function messagesOf(approval: Approval): readonly Shown[] {
  const { cards, votes, direct, progress, offers = [] } = approval;
  return [
    ...cards.map((message) => ({ what: 'card' as const, message, answer: card(approval) })),
    ...votes.flatMap(({ notice, comment = '' }) =>
      notice
        ? [{ what: 'notice' as const, message: notice, answer: breakGlassNotice(approval, comment) }]
        : [],
    ),
    ...(direct ? [{ what: 'direct' as const, message: direct, answer: statusAnswer(approval) }] : []),
    ...(progress ? [{ what: 'progress' as const, message: progress, answer: progressAnswer(approval) }] : []),
    ...offers.map(({ message, drawn: before, ...offer }) => {
      const answer = offerAnswer(approval, offer);
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
export const looksSame = (before: Approval, after: Approval): boolean =>
  JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(after));

const shownOf = (approval: Approval): readonly Answer[] => [
  card(approval),
  statusAnswer(approval),
  ...(hasProgressMessage(approval) ? [progressAnswer(approval)] : []),
];
