import { expect, test } from 'vitest';
import type { OpenedCard, WatchMessages } from '../../../src/drift/findings.ts';
import type { Listed } from '../../../src/operations/changed/open-findings.ts';
import { cardsFor, messagesAfter } from '../../../src/watch/opened-cards.ts';

/* The card that reports each opening. Each run is a letter, and found one opening. */

const minute = 60_000;
const hour = 60 * minute;
const now = 100 * hour;

const openingOf = (look: string, to = now, isOpen = true): Listed => {
  const kind = 'firewall inside';
  const finding = { subject: { kind, dc: 'de1', id: look }, by: { kind: 'outside' }, opens: '…' } as const;
  return {
    ...{ finding, index: 0, isOpen },
    set: { id: look, account: 'ACME', kind, from: to - minute, to, findings: [finding] },
  };
};
const card = (shown: string, at = now - hour): OpenedCard => ({
  ...{ at, shown: [...shown] },
  posted: { message: { channel: 'C1', ts: shown }, rendered: shown },
});
const told = (...cards: readonly OpenedCard[]): WatchMessages => ({
  ...{ version: 1, cards },
  postedSets: cards.flatMap(({ shown }) => shown),
});

test.each<[string, readonly Listed[], WatchMessages | undefined, readonly string[]]>([
  ['new openings have one card', [openingOf('a'), openingOf('b')], undefined, ['ab']],
  [
    'a new opening has its own card if another one was reported before',
    [openingOf('b'), openingOf('a')],
    told(card('a')),
    ['a', 'b'],
  ],
  [
    'a new opening joins a card that was posted since the run before',
    [openingOf('b'), openingOf('a')],
    told(card('a', now - 5 * minute)),
    ['ab'],
  ],
  ['a reported opening is not reported again', [openingOf('a')], { version: 1, postedSets: ['a'] }, []],
  ['an opening that is a day old is not reported', [openingOf('a', now - 25 * hour)], undefined, []],
  ['an opening closed before its report is not reported', [openingOf('a', now, false)], undefined, []],
  ['a card with an opening that isn’t listed is left alone', [openingOf('b')], told(card('ab')), []],
])('%s', (_, openings, before, expected) => {
  const cards = cardsFor(openings, before, 15 * minute, now);
  expect(cards.map(({ shown }) => shown.join(''))).toEqual(expected);
  for (const { shown, openings } of cards)
    expect(openings.map(({ set }) => set.id).toSorted()).toEqual(shown.toSorted());
});

test('the newest cards are stored, and openings of older ones are not reported again', () => {
  const looks = [...'abcdefghijklmnopqrstuvwxyz'];
  const openings = looks.map((look) => openingOf(look));
  const next = messagesAfter(
    looks.map((look) => card(look)),
    openings,
    undefined,
    now,
  );
  expect(next.cards?.map(({ shown }) => shown.join(''))).toEqual(looks.slice(-20));
  expect(cardsFor(openings, next, 15 * minute, now)).toHaveLength(20);
});
