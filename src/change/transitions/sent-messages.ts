import type { Message } from '../../messaging/messaging.ts';
import { type Offer, votesOf, withApproval } from '../model/approval.ts';
import { type Card, type Change, type Due, isWaiting } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { endedBy } from './status.ts';

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
export const storeDrawn = (change: Change, drawn: readonly DrawnOffer[]): Transition => ({
  change: withApproval(change, {
    offers: change.approval?.offers?.map((offer) => ({
      ...offer,
      drawn: drawn.find(({ id }) => id === offer.id)?.drawn ?? offer.drawn,
    })),
  }),
});

/**
 * Keeps the new places of messages that were deleted in Slack and posted again. Two jobs may have done so at once: both
 * copies are kept up to date.
 */
export function storeMoves(change: Change, moves: readonly Move[]): Transition {
  const now = (message: Card): Card => moves.find(({ from }) => isSame(from, message))?.to ?? message;
  const known = [...change.cards, ...votesOf(change).flatMap(({ notice }) => notice ?? [])];
  const isKnown = (message: Message): boolean => known.some((other) => isSame(other, message));
  const copies = moves.filter(({ what, from, to }) => what === 'card' && !isKnown(from) && !isKnown(to));
  return {
    change: {
      ...withApproval(change, {
        votes: votesOf(change).map((vote) => (vote.notice ? { ...vote, notice: now(vote.notice) } : vote)),
        offers: change.approval?.offers?.map((offer) => ({ ...offer, message: now(offer.message) })),
      }),
      cards: [...change.cards.map(now), ...copies.map(({ to }) => to)],
      direct: change.direct && now(change.direct),
      progress: change.progress && now(change.progress),
    },
  };
}

/** Keeps where the requester's direct message is; of two the first. */
export const storeDirectMessage = (change: Change, direct: Message): Transition =>
  change.direct ? { refused: 'The requester has a direct message.' } : { change: { ...change, direct } };

/** Keeps where the message is that shows the steps; of two the first. */
export const storeProgressMessage = (change: Change, progress: Message): Transition =>
  change.progress ? { refused: 'The steps are shown already.' } : { change: { ...change, progress } };

/** Upper bound for the offers that are kept up to date. */
const maxOffers = 20;

/** Keeps where the direct message is that offers a suggestion; of two the first. */
export function storeOffer(change: Change, offer: Offer): Transition {
  const { offers = [] } = change.approval ?? {};
  if (offers.some(({ id }) => id === offer.id)) return { refused: 'This suggestion is offered.' };
  return { change: withApproval(change, { offers: [...offers, offer].slice(-maxOffers) }) };
}

const isSame = (first: Message, second: Message): boolean =>
  first.channel === second.channel && first.ts === second.ts;

/** Keeps what is `left` to do about its end; `job` is the one that ended it. */
export function storeDue(change: Change, job: string, left: readonly Due[]): Transition {
  if (!endedBy(change, job) || !change.due) return { change };
  return { change: { ...change, due: left.length > 0 ? left : undefined } };
}

/** Notes that its card is still to be drawn; what has ended has that noted already. */
export const markCardDue = (change: Change): Transition => ({
  change: change.due || !isWaiting(change) ? change : { ...change, due: ['card'] },
});

/** Notes that its card is drawn while it goes on. */
export const markCardUpdated = (change: Change): Transition => ({
  change: change.due && isWaiting(change) ? { ...change, due: undefined } : change,
});
