import { notifyFor } from '../change/model/time-limits.ts';
import type { Instant, Millis } from '../core/clock.ts';
import type { OpenedCard, WatchMessages } from '../drift/findings.ts';
import type { Listed } from '../operations/changed/open-findings.ts';

/** Upper bound for the cards that are updated, newest first: they share one item of the table, and each may need an edit. */
const maxCards = 20;

/** A card with its new content: one that was posted, or a new one. */
export interface CardDraft extends Pick<OpenedCard, 'at' | 'shown'> {
  readonly card?: OpenedCard | undefined;
  readonly openings: readonly Listed[];
}

/**
 * Returns the cards about openings, oldest first. New openings, if any of them is still open, join the last card until the next
 * watch is due, and get their own card after that. Cards with findings that are no longer listed are not edited.
 */
export function cardsFor(
  openings: readonly Listed[],
  sent: Pick<WatchMessages, 'cards' | 'postedSets'> | undefined,
  every: Millis,
  now: Instant,
): readonly CardDraft[] {
  const listed = setsOf(openings);
  const unposted = openings.filter(
    ({ set }) => set.to >= now - notifyFor && !sent?.postedSets?.includes(set.id),
  );
  const added = unposted.some(({ isOpen }) => isOpen) ? setsOf(unposted) : [];
  const cards = sent?.cards?.filter(({ shown }) => shown.every((id) => listed.includes(id))) ?? [];
  const last = cards.findLast(({ at }) => now - at < every);
  const draft = (at: Instant, shown: readonly string[], card?: OpenedCard): CardDraft => ({
    ...{ at, shown, card },
    openings: openings.filter(({ set }) => shown.includes(set.id)),
  });
  return [
    ...cards.map((card) => draft(card.at, card === last ? [...card.shown, ...added] : card.shown, card)),
    ...(added.length > 0 && !last ? [draft(now, added)] : []),
  ];
}

/** Returns the messages to store after posting the cards. Finding sets stay posted when their card is no longer updated. */
export function messagesAfter(
  cards: readonly OpenedCard[],
  openings: readonly Listed[],
  sent: WatchMessages | undefined,
  now: Instant,
): WatchMessages {
  const lately = setsOf(openings.filter(({ set }) => set.to >= now - notifyFor));
  const known = [...(sent?.postedSets ?? []), ...cards.flatMap(({ shown }) => shown)];
  return {
    ...{ ...sent, version: (sent?.version ?? 0) + 1, cards: cards.slice(-maxCards) },
    postedSets: lately.filter((id) => known.includes(id)),
  };
}

const setsOf = (openings: readonly Listed[]): readonly string[] => [
  ...new Set(openings.map(({ set }) => set.id)),
];
