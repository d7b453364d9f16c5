import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { botUnderTest, changes, expected, play, rows, type Said, walk } from '../harness/index.ts';
import { wrongOnPhone } from '../unit/push.ts';

const bot = botUnderTest({ workers: 1 });
/** The rows name no login, so the worker has logged in before. */
beforeAll(async () => {
  await bot.type('dc list');
});
beforeEach(() => bot.skydesk.aws.clear());

test('the first command logs in, with JSON headers and no token', async () => {
  await bot.skydesk.worker.coldStart();
  const { requests, asked } = await bot.type('dc list');
  expect(asked).toEqual([
    'POST /v2/authentication/login {"username":"skydesk","password":"****"}',
    'GET /v2/datacenters/ACME',
  ]);
  expect(requests[0]?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
  });
  expect(requests[0]?.headers.authorization).toBeUndefined();
});

/**
 * Operations with a test file of their own: those on a change that ends by itself, which has to be made first (leases.test.ts),
 * a change of several commands (plans.test.ts), and what was changed outside, which has to be seen first (changed.test.ts).
 */
const elsewhere: readonly string[] = ['extend', 'end', 'plan', 'changed.adopt'];

/** Operations whose example is no row: all that happens on its way is in their own tests, or in another row. */
const withoutRow = operations.filter(
  ({ id, example, offline }) =>
    !offline && !elsewhere.includes(id) && rows.every(({ types }) => types !== example),
);

test('every operation has a row or a test of its own, but for what asks the service nothing (doctor.test.ts, plans.test.ts)', () => {
  const unit = path.join(import.meta.dirname, '../unit/operations');
  const tested = new Set(
    readdirSync(unit, { recursive: true, encoding: 'utf8' }).map((file) => path.basename(file)),
  );
  const covered = new Set(rows.map(({ operation }) => operation));
  const untested = operations.filter(
    ({ id, words, offline }) =>
      !offline && !elsewhere.includes(id) && !covered.has(id) && !tested.has(`${words.join('-')}.test.ts`),
  );
  expect(untested.map(({ id }) => id)).toEqual([]);
  // Those have tests of their own, which need no cloud API.
  expect(operations.filter(({ offline }) => offline).map(({ id }) => id)).toEqual([
    'run',
    'request.status',
    'key.create',
    'key.list',
    'key.revoke',
    'doctor',
  ]);
});

/** What a walk to the servers found is known for a while to a worker that has logged in. */
async function forgetTheWalk(): Promise<void> {
  await bot.skydesk.worker.coldStart();
  await bot.type('dc list');
}

/** What the rows about the record find on it. */
const onRecord = rows.filter(({ operation }) => operation === 'firewall.create');

describe.each(rows)('$operation', (row) => {
  test(`/cloud ${row.types}`, async () => {
    if (walk.every((call) => row.asks.flat().includes(call))) await forgetTheWalk();
    if (row.operation.startsWith('history')) for (const entry of onRecord) await play(bot, entry);
    const outcomes = await play(bot, row);
    // The picture on a card comes in an edit of its own (pictures.test.ts).
    const said = outcomes
      .flatMap((outcome) => outcome.said)
      .filter(({ lines }) => !lines.some((line) => line.startsWith('Picture: ')));
    const requests = outcomes.flatMap((outcome) => outcome.requests);

    expect(outcomes.map(({ ack }) => ack)).toEqual(outcomes.map(() => 'ok'));
    expect(outcomes.map(({ asked }) => asked.toSorted())).toEqual(row.asks.map((asks) => asks.toSorted()));
    expect(outcomes.slice(0, -1).flatMap(changes)).toEqual([]);
    for (const { headers } of requests) {
      expect(headers.accept).toBe('application/json');
      expect(headers['content-type']).toBe('application/json');
      expect(headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    }
    expect(said.map(({ to, lines }) => ({ to, lines }))).toEqual(row.sees.map(expected));
    for (const message of said) {
      expect(withNames(message.fallback)).toContain(headline(message));
      // What one person sees alone, for now, notifies nobody.
      if (!message.to.startsWith('only')) expect(wrongOnPhone(message.fallback)).toEqual([]);
    }
  });
});

/** Slack shows the name of a person who is mentioned. */
const withNames = (text: string): string =>
  text.replace(/<@U0(\w+)>/g, (_, name: string) => `@${name.toLowerCase()}`);

const buttons = { nothing: [], confirmation: ['decide:confirm'], approval: ['decide:confirm'] } as const;

describe.each(withoutRow)('the example of $id', ({ example: types, needs }) => {
  test(`/cloud ${types}`, async () => {
    const approved = needs === 'approval' ? { approved: true as const } : {};
    const outcomes = await play(bot, { types, presses: buttons[needs], ...approved, later: true });
    expect(outcomes.map(({ ack }) => ack)).toEqual(outcomes.map(() => 'ok'));
    expect(outcomes.flatMap(({ logged }) => logged)).toEqual([]);
    expect(outcomes.slice(0, -1).flatMap(changes)).toEqual([]);
    const [last] = outcomes.slice(-1);
    expect(last ? changes(last).length : 0).toBe(needs === 'nothing' ? 0 : 1);
    const lines = outcomes.flatMap(({ said }) => said.flatMap((one) => one.lines));
    expect(lines.filter((line) => line.startsWith('❌'))).toEqual([]);
    if (needs !== 'nothing')
      expect(lines).toContainEqual(expect.stringMatching(/^✅ (?!Confirmed|Asked|You approved)/));
  });
});

test('every operation that changes waits for a confirmation, and firewall changes for another person', () => {
  const careless = operations.filter(({ risk, needs }) => risk !== 'reads' && needs === 'nothing');
  expect(careless.map(({ id }) => id)).toEqual([]);
  const played = withoutRow.filter(({ needs }) => needs !== 'nothing').map(({ id }) => id);
  const pressed = new Set([
    ...rows.flatMap(({ operation, presses }) => (presses ? [operation] : [])),
    ...played,
    ...elsewhere,
  ]);
  const confirming = operations.filter(({ needs }) => needs === 'confirmation').map(({ id }) => id);
  const approving = operations.filter(({ needs }) => needs === 'approval').map(({ id }) => id);
  expect(pressed).toEqual(new Set([...confirming, ...approving]));
  const approved = new Set([
    ...rows.flatMap(({ operation, approved: by }) => (by ? [operation] : [])),
    ...played.filter((id) => approving.includes(id)),
  ]);
  expect(approved).toEqual(new Set(approving));
});

/** How much of a push notification a lock screen shows, in characters. */
const onLockScreen = 60;

/** The beginning of the first line without its sign, which the push notification has to say too. */
const headline = ({ lines }: Said): string =>
  (lines[0] ?? '')
    .replace(/^(✅|❌|⏳) /u, '')
    .replace(/ \(https:\S+\)/, '')
    .replace('#approvals', '<#C0APPROVALS>')
    .slice(0, onLockScreen);
