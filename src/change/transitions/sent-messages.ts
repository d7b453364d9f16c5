import type { Message } from '../../messaging/messaging.ts';
import {
  type Approval,
  type Card,
  type Due,
  isWaiting,
  type Offer,
  type Transition,
} from '../model/approval.ts';
import { endedBy } from './phase.ts';

/** Where a message was in Slack, and where it is now. */
export interface Move {
  readonly what: 'card' | 'notice' | 'direct' | 'progress' | 'offer';
  readonly from: Message;
  readonly to: Card;
}

/** An offer that was drawn: the id of its suggestion, and the hash of its content. */
export interface DrawnOffer {
  readonly id: string;
  readonly drawn: string;
}

/** Keeps which content offers show. */
export const storeDrawn = (approval: Approval, drawn: readonly DrawnOffer[]): Transition => ({
  approval: {
    ...approval,
    offers: approval.offers?.map((offer) => ({
      ...offer,
      drawn: drawn.find(({ id }) => id === offer.id)?.drawn ?? offer.drawn,
    })),
  },
});

/**
 * Keeps the new places of messages that were deleted in Slack and posted again. Two jobs may have done so at once: both
 * copies are kept up to date.
 */
export function storeMoves(approval: Approval, moves: readonly Move[]): Transition {
  const now = (message: Card): Card => moves.find(({ from }) => isSame(from, message))?.to ?? message;
  const known = [...approval.cards, ...approval.votes.flatMap(({ notice }) => notice ?? [])];
  const isKnown = (message: Message): boolean => known.some((other) => isSame(other, message));
  const copies = moves.filter(({ what, from, to }) => what === 'card' && !isKnown(from) && !isKnown(to));
  return {
    approval: {
      ...approval,
      cards: [...approval.cards.map(now), ...copies.map(({ to }) => to)],
      votes: approval.votes.map((vote) => (vote.notice ? { ...vote, notice: now(vote.notice) } : vote)),
      direct: approval.direct && now(approval.direct),
      progress: approval.progress && now(approval.progress),
      offers: approval.offers?.map((offer) => ({ ...offer, message: now(offer.message) })),
    },
  };
}

/** Keeps where the requester's direct message is; of two the first. */
export const storeDirectMessage = (approval: Approval, direct: Message): Transition =>
  approval.direct
    ? { refused: 'The requester has a direct message.' }
    : { approval: { ...approval, direct } };

/** Keeps where the message is that shows the steps; of two the first. */
export const storeProgressMessage = (approval: Approval, progress: Message): Transition =>
  approval.progress ? { refused: 'The steps are shown already.' } : { approval: { ...approval, progress } };

/** Upper bound for the offers that are kept up to date. */
const maxOffers = 20;

/** Keeps where the direct message is that offers a suggestion; of two the first. */
export function storeOffer(approval: Approval, offer: Offer): Transition {
  const { offers = [] } = approval;
  if (offers.some(({ id }) => id === offer.id)) return { refused: 'This suggestion is offered.' };
  return { approval: { ...approval, offers: [...offers, offer].slice(-maxOffers) } };
}

const isSame = (first: Message, second: Message): boolean =>
  first.channel === second.channel && first.ts === second.ts;

/** Keeps what is `left` to do about its end; `job` is the one that ended it. */
export function storeDue(approval: Approval, job: string, left: readonly Due[]): Transition {
  if (!endedBy(approval, job) || !approval.due) return { approval };
  return { approval: { ...approval, due: left.length > 0 ? left : undefined } };
}

/** Notes that its card is still to be drawn; what has ended has that noted already. */
export const markCardDue = (approval: Approval): Transition => ({
  approval: approval.due || !isWaiting(approval) ? approval : { ...approval, due: ['card'] },
});

/** Notes that its card is drawn while it goes on. */
export const markCardUpdated = (approval: Approval): Transition => ({
  approval: approval.due && isWaiting(approval) ? { ...approval, due: undefined } : approval,
});
