import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  changes,
  examples,
  expected,
  freshSkydesk,
  type Outcome,
  play,
  rows,
  type Said,
  shown,
  walk,
  withoutPictureEdits,
} from '../support/index.ts';
import { wrongOnPhone } from '../support/push.ts';

const bot = await freshSkydesk({ workers: 1 });
/** The rows name no login, so the worker has logged in before. */
beforeAll(async () => {
  await bot.type('ana', 'dc list');
});
beforeEach(() => bot.aws.clear());

test('the first command logs in, with JSON headers and no token', async () => {
  await bot.worker.coldStart();
  const { requests, asked } = await bot.type('ana', 'dc list');
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

/** A logged-in worker caches the servers that it found for a while. */
async function forgetTheWalk(): Promise<void> {
  await bot.worker.coldStart();
  await bot.type('ana', 'dc list');
}

/** What a message is about, if its push doesn’t name its request: the first address or server in its first line, or that line itself. */
const subject = (message: Said): string =>
  /\d+(?:\.\d+){3}|[A-Z]{2}\d[A-Z]+\d+/.exec(message.lines[0] ?? '')?.[0] ?? headline(message);

/** Rules for every command. */
function expectRight(outcomes: readonly Outcome[]): void {
  expect(outcomes.map(({ ack }) => ack)).toEqual(outcomes.map(() => 'ok'));
  expect(outcomes.slice(0, -1).flatMap(changes)).toEqual([]);
  for (const { headers } of outcomes.flatMap(({ requests }) => requests)) {
    expect(headers.accept).toBe('application/json');
    expect(headers['content-type']).toBe('application/json');
    expect(headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  }
  for (const message of outcomes.flatMap(withoutPictureEdits)) {
    const pushed = withNames(message.fallback);
    expect(/ \(#\d+\)$/.test(pushed) || pushed.includes(subject(message)), pushed).toBe(true);
    // An ephemeral message notifies nobody.
    if (!message.to.startsWith('only')) expect(wrongOnPhone(message.fallback)).toEqual([]);
  }
}

test.each(rows)('/cloud $types', async (row) => {
  if (walk.every((call) => row.asks.flat().includes(call))) await forgetTheWalk();
  const outcomes = await play(bot, row);
  expectRight(outcomes);
  expect(outcomes.map(({ asked }) => asked.toSorted())).toEqual(row.asks.map((asks) => asks.toSorted()));
  expect(shown(outcomes)).toEqual(row.sees.map(expected));
});

test.each(examples)('the example of $operation: /cloud $types', async ({ changes: isChange, ...acts }) => {
  const outcomes = await play(bot, acts);
  expectRight(outcomes);
  expect(outcomes.flatMap(({ logged }) => logged)).toEqual([]);
  const [last] = outcomes.slice(-1);
  expect(last ? changes(last).length : 0).toBe(isChange ? 1 : 0);
  const lines = outcomes.flatMap(({ said }) => said.flatMap((one) => one.lines));
  expect(lines.filter((line) => line.startsWith('❌'))).toEqual([]);
  if (isChange)
    expect(lines).toContainEqual(expect.stringMatching(/^(✅|🔓) (?!Confirmed|Asked|You approved)/));
});

/** Slack shows the name of a person who is mentioned. */
const withNames = (text: string): string =>
  text.replace(/<@U0(\w+)>/g, (_, name: string) => `@${name.toLowerCase()}`);

/** How much of a push notification a lock screen shows, in characters. */
const onLockScreen = 60;

/** The start of the first line without its sign, which the push notification has to contain too. */
const headline = ({ lines }: Said): string =>
  (lines[0] ?? '')
    .replace(/^(✅|❌|⏳) /u, '')
    .replace(/ \(https:\S+\)/, '')
    .replace('#approvals', '<#C0APPROVALS>')
    .slice(0, onLockScreen);
