import { expect, test } from 'vitest';
import type { Change } from '../../../src/change/model/change.ts';
import { openNow } from '../../../src/home/open-section.ts';
import { scheduledChanges } from '../../../src/home/scheduled-section.ts';
import { textOf } from '../../support/answer-text.ts';
import { notConnected } from '../../support/in-memory/local-cloud.ts';
import { changesInMemory } from '../../support/in-memory/memory.ts';
import { buttonsIn, contextOf } from '../../support/in-memory/run-line.ts';
import { endOf } from '../../support/made/ends.ts';
import { ending, forGood } from '../../support/made/openings.ts';
import { noon } from '../../support/made/requests.ts';

const section = (...open: readonly Change[]) =>
  openNow(
    contextOf(notConnected, {
      clock: () => noon,
      requester: 'U0ANA',
      changes: changesInMemory(...open).changes,
      compareState: () => Promise.reject(new Error('The Home tab asks nothing of the cloud API')),
    }),
  );

test('the section is left out if nothing is open', async () => {
  expect(await section()).toEqual([]);
});

test('each row is one line with the button that closes it, and its reason is in the list alone', async () => {
  const answer = await section(forGood('b'), ending('a', 60));
  expect(textOf(answer).split('\n')).toEqual([
    '1 closes by itself · 1 has no end · as Skydesk left it, as of 2026-11-20 12:00 UTC',
    'SSH (22) on DE1ACMEWEB03 to anyone on the internet · ▰▰▰▰▰ 1 h left · you · #3',
    expect.stringMatching(/^SSH \(22\) on DE1ACMEDB02 .* · No end · open for 1 min · .*U0CORA.* · #812$/),
  ]);
  expect(buttonsIn(answer).map(({ label }) => label)).toEqual(['Close']);
});

test('of many, the most urgent five are shown, and the others are a click away', async () => {
  const answer = await section(...Array.from({ length: 9 }, (_, at) => ending(`o${at}`, 60 + at)));
  expect(answer.filter(({ kind }) => kind === 'item')).toHaveLength(6);
  expect(textOf(answer)).toContain('4 more openings');
  expect(buttonsIn(answer).at(-1)).toEqual({ label: 'Show All', action: { line: 'openings' } });
});

test('what is listed as open is not listed as scheduled, too', async () => {
  const { changes } = changesInMemory(ending('a', 60), endOf({}, 'b'));
  const waiting = { forMe: [], mine: [], unread: 0 };
  expect(
    buttonsIn(await scheduledChanges(waiting, changes, 'U0ANA')).map(({ action }) => action),
  ).toContainEqual({
    run: 'end b account=ACME',
  });
  expect(JSON.stringify(await scheduledChanges(waiting, changes, 'U0ANA'))).not.toContain('end a ');
});
