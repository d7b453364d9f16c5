import { notifyFor } from '../change/model/time-limits.ts';
import type { Instant, Millis } from '../core/clock.ts';
import type { OpenedCard, WatchMessages } from '../drift/findings.ts';
import type { Listed } from '../operations/changed/open-findings.ts';

/**
 * At most so many cards are kept up to date, the newest: they are in one item of the table, and each may be
 * an edit.
 */
const maxCards = 20;

/** A card as it is to be: one that was posted, or a new one. */
export interface CardDraft extends Pick<OpenedCard, 'at' | 'shown'> {
  readonly card?: OpenedCard | undefined;
  readonly openings: readonly Listed[];
}

/**
 * The cards that tell what was opened, oldest first. What was not told yet joins the last card until the next
 * look is due, then it has a card of its own, if something of it is open. A card that shows what isn’t listed
 * any more is left as it is.
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

/** What was told once the cards are as they are now: of each set once, also by a card that is done with. */
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
