import { expect, test, vi } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { endId } from '../../../../src/change/model/ids.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';
import { answerOf, buttonsIn, contextOf } from '../../../support/in-memory/run-line.ts';
import { endOf } from '../../../support/made/ends.ts';
import { type RequestFacts, request, voteOf } from '../../../support/made/requests.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;

/** An approved request of Ben's in ACME that starts in some hours. */
const later = (id: string, hours: number, more: RequestFacts = {}): Change =>
  request(
    { id, number: 1, status: 'approved', since: now, requester: 'U0BEN', votes: [voteOf('U0ANA')], ...more },
    { title: `change ${id}`, startsAt: now + hours * hour },
  );

/** The answer of `/cloud scheduled` to Ben. */
const shown = (...waiting: Change[]) =>
  answerOf(
    'scheduled',
    contextOf(notConnected, {
      clock: () => now,
      requester: 'U0BEN',
      changes: changesInMemory(...waiting).changes,
    }),
  );

test('scheduled starts are listed, soonest first, and their requester can cancel them', async () => {
  const answer = await shown(
    later('second', 2),
    later('first', 1),
    later('other', 3, { requester: 'U0CORA', through: 'Slackbot' }),
  );
  const said = JSON.stringify(answer);
  expect(said.indexOf('change first')).toBeLessThan(said.indexOf('change second'));
  expect(said).toContain('change other');
  expect(said).toContain(' through Slackbot');
  expect(buttonsIn(answer).map(({ label, action }) => ({ label, action }))).toEqual(
    ['first', 'second'].map((on) => ({ label: 'Cancel Start', action: { decide: 'withdraw', on } })),
  );
});

test('scheduled ends are listed, with the buttons that move them', async () => {
  const answer = await shown(
    endOf({ requester: 'U0BEN' }, 'mine'),
    endOf({ requester: 'U0CORA' }, 'other'),
    endOf({ requester: 'U0CORA', step: { account: 'ACDV' } }, 'hidden'),
  );
  expect(buttonsIn(answer).map(({ label, action }) => `${label} ${Object.values(action).join()}`)).toEqual([
    'Extend 1 h extend mine 2026-11-22T15:00:00.000Z account=ACME',
    'Extend… extend mine 1h account=ACME',
    'End Now end mine account=ACME',
    'Extend 1 h extend other 2026-11-22T15:00:00.000Z account=ACME',
    'Extend… extend other 1h account=ACME',
    'End Now end other account=ACME',
  ]);
});

test('of a thousand ends only the shown ones are read, soonest first, and the others are counted', async () => {
  const many = Array.from({ length: 1000 }, (_, number) =>
    endOf(
      {
        requester: 'U0CORA',
        step: {
          startsAt: now + (1000 - number) * hour,
          account: number % 2 === 0 ? 'ACME' : 'ACDV',
        },
      },
      `l${number}`,
    ),
  );
  const outcome = { kind: 'done', answer: [], job: 'e1' } as const;
  const over = endOf({ status: 'done', due: ['log'], step: { startsAt: now, outcome } }, 'over');
  const changes = changesInMemory(...many, over).changes;
  const reads = vi.spyOn(changes, 'get');
  const answer = await answerOf('scheduled', contextOf(notConnected, { requester: 'U0BEN', changes }));
  const soonest = Array.from({ length: 20 }, (_, at) => `l${998 - 2 * at}`);
  expect(reads.mock.calls.flat()).toEqual(soonest.map(endId));
  const listed = buttonsIn(answer).filter(({ label }) => label === 'End Now');
  expect(listed.map(({ action }) => Object.values(action).join())).toEqual(
    soonest.map((id) => `end ${id} account=ACME`),
  );
  expect(JSON.stringify(answer)).toContain('480 more changes will end after these.');
});

test('of a thousand requests only the first to start are read, and the other starts are counted', async () => {
  const open = Array.from({ length: 1000 }, (_, number) => later(`open${number}`, 1, { status: 'open' }));
  const many = Array.from({ length: 25 }, (_, number) =>
    later(`s${number}`, 25 - number, { expires: now + 30 * 24 * hour }),
  );
  const changes = changesInMemory(...open, ...many).changes;
  const reads = vi.spyOn(changes, 'get');
  const context = contextOf(notConnected, { clock: () => now, requester: 'U0BEN', changes });
  const answer = await answerOf('scheduled', context);
  const soonest = Array.from({ length: 20 }, (_, at) => `s${24 - at}`);
  expect(reads.mock.calls.flat()).toEqual(soonest);
  expect(buttonsIn(answer).map(({ action }) => Object.values(action).join())).toEqual(
    soonest.map((id) => `withdraw,${id}`),
  );
  expect(JSON.stringify(answer)).toContain('5 more changes will start after these.');
});

test.each([
  ['an open request', later('one', 1, { status: 'open' })],
  ['a running change', later('one', 1, { status: 'running' })],
  ['a start by others in another account', later('one', 1, { requester: 'U0CORA', accounts: ['ACDV'] })],
])('%s is not listed', async (_, change) => {
  expect(JSON.stringify(await shown(change))).toContain('No change is scheduled to start.');
});
