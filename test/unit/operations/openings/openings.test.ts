import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { textOf } from '../../../support/answer-text.ts';
import { cloudOfFile, connected, notConnected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';
import { answerOf, buttonsIn, contextOf } from '../../../support/in-memory/run-line.ts';
import { ending, forGood, traffic } from '../../../support/made/openings.ts';
import { noon } from '../../../support/made/requests.ts';

/* What `/cloud open` lists, and in which order. */

const cloud = await cloudOfFile();
const hour = 3_600_000;

const answer = (line: string, changes: readonly Change[], more: Parameters<typeof contextOf>[1] = {}) =>
  answerOf(
    line,
    contextOf(notConnected, {
      clock: () => noon + hour,
      requester: 'U0ANA',
      changes: changesInMemory(...changes).changes,
      ...more,
    }),
  );

/** The answer as text, a line for each row. */
const shown = async (...given: Parameters<typeof answer>): Promise<string> => textOf(await answer(...given));

test('nothing open is said in one sentence', async () => {
  expect(await shown('open', [])).toContain('Nothing is open through Skydesk in ACME.');
});

test('a row says what is open to whom, until when, who wanted it and why', async () => {
  const said = await shown('open', [ending('a', 90), forGood('b')]);
  expect(said).toContain('2 open in ACME · 1 closes by itself · 1 has no end');
  expect(said).toContain('SSH (22) on DE1ACMEWEB03 to anyone on the internet');
  expect(said).toContain('▰▰▱▱▱ 30 min left · you · #3 · “Debug the shop”');
  expect(said).toMatch(/No end · open for 60 min · .*U0CORA.* · #812 · “Vendor migration”/);
});

test('what ends is closed or extended with one click; what has no end by a command with a preview of its own', async () => {
  const undo = {
    operation: 'ip.remove',
    raw: {},
    line: 'ip remove DE1ACMEDB02 203.0.113.15',
    subject: { kind: 'public address', server: 'de1acmedb02', address: '203.0.113.15' },
    state: '1:s',
    expires: noon,
  };
  const row = forGood('b', {}, { outcome: { kind: 'done', answer: [], job: 'j1', undo } });
  const offered = buttonsIn(await answer('open', [ending('a', 90), row]));
  expect(
    offered.map(({ label, action, confirm }) => [label, Object.values(action).join(), confirm?.title]),
  ).toEqual([
    ['Close', 'end a account=ACME', 'Close SSH (22) on DE1ACMEWEB03?'],
    ['Extend 1 h', 'extend a 2026-11-20T14:30:00.000Z account=ACME', 'Extend by 1 h?'],
    ['Close…', 'ip remove DE1ACMEDB02 203.0.113.15', undefined],
  ]);
});

describe('what may stand otherwise than planned comes first, and says so', () => {
  test.each([
    ['an overdue end', ending('z', 30, { reversal: { overdue: true } }), 'Overdue since '],
    [
      'an end that left it',
      ending('z', 30, { status: 'skipped' }),
      'No end any more: somebody changed it, so its end left it',
    ],
    [
      'an end of unknown outcome',
      ending('z', 30, { status: 'unknown' }),
      'Not known whether its end closed it',
    ],
    [
      'an opening of unknown outcome',
      forGood('z', { status: 'unknown' }, { outcome: { kind: 'unknown', answer: [], job: 'j1' } }),
      'Not known whether it was opened',
    ],
  ])('%s', async (_, odd, words) => {
    const said = await shown('open', [ending('a', 90), odd]);
    expect(said).toContain(words);
    expect(said.indexOf(words)).toBeLessThan(said.indexOf('30 min left'));
  });
});

test('then comes what closes soonest, and what has no end by its risk, then by its age', async () => {
  const points = (sum: number) => ({ points: [{ points: sum, why: 'production' }] });
  const said = await shown('open', [
    forGood('new', { number: 1, since: noon + 2 }),
    forGood('old', { number: 2, since: noon + 1 }),
    forGood('risky', { number: 3, since: noon + 3, ...points(7) }),
    ending('late', 180, { reversal: { request: '#4' } }),
    ending('soon', 70, { reversal: { request: '#5' } }),
  ]);
  expect([...said.matchAll(/#\d/g)].map(([name]) => name)).toEqual(['#5', '#4', '#3', '#2', '#1']);
  expect(said).toContain('Closes in 10 min');
});

test.each([
  [1, '1 open in ACME', []],
  [30, '30 open in ACME', ['Show Next 15']],
  [300, '300 open in ACME', ['Show Next 15']],
])('of %i openings at most 15 are shown, and the next ones with a click', async (number, words, more) => {
  const all = Array.from({ length: number }, (_, at) => forGood(`o${at}`, { number: at + 1 }));
  const first = await answer('open', all);
  expect(textOf(first)).toContain(words);
  expect(first.filter(({ kind }) => kind === 'item')).toHaveLength(Math.min(15, number));
  const next = buttonsIn(first).filter(({ label }) => label.startsWith('Show Next'));
  expect(next.map(({ label }) => label)).toEqual(more);
  expect(next.map(({ action }) => action)).toEqual(more.map(() => ({ line: 'openings after=15' })));
});

test('the list is filtered by person, by end and by server', async () => {
  const all = [ending('a', 90), forGood('b')];
  const context = connected(cloud);
  const only = async (line: string) =>
    textOf(
      await answerOf(
        line,
        contextOf(context, {
          clock: () => noon + hour,
          requester: 'U0ANA',
          changes: changesInMemory(...all).changes,
        }),
      ),
    );
  expect(await only('open who=me')).toContain('1 open in ACME · 1 closes by itself');
  expect(await only('open end=none')).toContain('1 open in ACME · 1 has no end');
  expect(await only('open on=DE1ACMEDB02')).toContain('1 open in ACME · 1 has no end');
  expect(await only('open on=DE1ACMEWEB01')).toContain('Nothing is open through Skydesk in ACME.');
});

test('a policy is on each server of which its ranges have an address, or that can’t be read', async () => {
  const policyTo = (...destinations: string[]) =>
    forGood(
      'p',
      {},
      {
        opened: {
          scope: { kind: 'inside', dataCenter: 'de1' },
          traffic: { ...traffic, sources: ['10.0.0.0/32'], destinations, to: 'DE1' },
        },
      },
    );
  const service = connected(cloud);
  const isListed = async (...destinations: string[]) => {
    const { changes } = changesInMemory(policyTo(...destinations));
    const found = await answerOf('open on=DE1ACMEWEB01', contextOf(service, { clock: () => noon, changes }));
    return textOf(found).includes('1 open');
  };
  expect(await isListed('10.95.131.0/24')).toBe(true);
  expect(await isListed('10.200.1.0/24')).toBe(false);
  expect(await isListed('somewhere')).toBe(true);
});

test('the cloud API is asked about the shown rows: what is gone is listed as closed, what it can’t say as it was left', async () => {
  const about = (id: string) => ({
    outcome: {
      kind: 'done' as const,
      answer: [],
      job: 'j1',
      subject: { kind: 'firewall inside', dc: 'de1', id },
    },
  });
  const asked: string[] = [];
  const said = await shown(
    'open',
    [
      forGood('a', { number: 1 }, about('same')),
      forGood('b', { number: 2 }, about('changed')),
      forGood('c', { number: 3 }, about('gone')),
      forGood('d', { number: 4 }, about('away')),
      ...Array.from({ length: 20 }, (_, at) => forGood(`more${at}`, { number: 9 }, about(`later${at}`))),
    ],
    {
      async compareState({ id = '' }) {
        asked.push(id);
        if (id === 'away') throw new Error('unreachable');
        return id === 'changed' || id === 'gone' ? id : 'as left';
      },
    },
  );
  expect(asked).toHaveLength(15);
  expect(said).toContain('1 opening couldn’t be read in ACME: listed as Skydesk left it.');
  expect(said).toMatch(/changed since · .*#2/);
  expect(said).toMatch(/SSH \(22\) on DE1ACMEDB02 · closed outside Skydesk · .*#3/);
});
