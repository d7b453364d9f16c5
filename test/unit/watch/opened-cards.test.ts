import { expect, test } from 'vitest';
import type { OpenedCard, WatchMessages } from '../../../src/drift/findings.ts';
import type { Listed } from '../../../src/operations/changed/open-findings.ts';
import { cardsFor, messagesAfter } from '../../../src/watch/opened-cards.ts';

/* Which card tells which opening: each look is a letter, which found one. */

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
  ['what is new has a card', [openingOf('a'), openingOf('b')], undefined, ['ab']],
  [
    'with what was told before, one of its own',
    [openingOf('b'), openingOf('a')],
    told(card('a')),
    ['a', 'b'],
  ],
  [
    'it joins a card that was posted since the look before',
    [openingOf('b'), openingOf('a')],
    told(card('a', now - 5 * minute)),
    ['ab'],
  ],
  ['what was told is told once', [openingOf('a')], { version: 1, postedSets: ['a'] }, []],
  ['what is a day old is not told any more', [openingOf('a', now - 25 * hour)], undefined, []],
  ['nor is what was closed before anybody was told', [openingOf('a', now, false)], undefined, []],
  ['a card with something that isn’t listed any more is left alone', [openingOf('b')], told(card('ab')), []],
])('%s', (_, openings, before, expected) => {
  const cards = cardsFor(openings, before, 15 * minute, now);
  expect(cards.map(({ shown }) => shown.join(''))).toEqual(expected);
  for (const { shown, openings } of cards)
    expect(openings.map(({ set }) => set.id).toSorted()).toEqual(shown.toSorted());
});

test('of many cards the newest are kept, and what the others told is not told again', () => {
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
