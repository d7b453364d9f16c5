import { beforeEach, expect, test } from 'vitest';
import { InMemoryBot, place } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/index.ts';

/* Slack takes new messages and refuses each edit for good: one new message in its place, and nothing waits for it. */

const cloud = await cloudOfFile(quick);
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';

let bot: InMemoryBot;
beforeEach(() => {
  bot = new InMemoryBot(cloud);
});

/** Ana requests an opening, by an agent so that she has messages of her own; from then on Slack refuses edits. */
async function requested(): Promise<string> {
  const id = await bot.callAsAgent('U0ANA', opening);
  bot.refusesEdits = true;
  return id;
}

const inChannel = (): readonly string[] =>
  [...bot.messages.values()].flatMap(({ to, isCard, text }) => (to === '#approvals' && isCard ? [text] : []));

test.each<[string, (id: string) => Promise<unknown>, string]>([
  ['rejected', (id) => bot.vote('U0BEN', id, 'reject'), 'Rejected'],
  ['withdrawn', (id) => bot.press('U0ANA', 'withdraw', id), 'Withdrawn'],
])('a request that is %s has one more card, which says so', async (_, act, says) => {
  await act(await requested());
  await bot.pass(30);
  expect(inChannel()).toEqual([expect.any(String), expect.stringContaining(says)]);
});

test('a request that nobody decides on has one more card, whatever there is to edit until it expires', async () => {
  const id = await requested();
  await bot.pass(9 * 60);
  expect(bot.stateOf(id)?.status).toBe('expired');
  expect(inChannel()).toHaveLength(2);
});

test('an approved change is sent, with one more card', async () => {
  const id = await requested();
  await bot.vote('U0BEN', id, 'approve');
  await bot.pass(30);
  expect(bot.changes()).toHaveLength(1);
  expect(bot.stateOf(id)?.status).toBe('done');
  expect(inChannel()).toHaveLength(2);
});

test('a vote that is not the last one has no further card either', async () => {
  const ssh =
    'firewall intra create de1 tcp/22 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="the shop"';
  const id = await bot.callAsAgent('U0ANA', ssh);
  bot.refusesEdits = true;
  await bot.vote('U0BEN', id, 'approve');
  await bot.vote('U0CORA', id, 'reject');
  await bot.pass(30);
  expect(inChannel()).toHaveLength(2);
});

test('a plan has one more message, which says how it ended', async () => {
  const lines = [
    'alert create Busy cpu=90 to=ops@example.com',
    'alert create Busier cpu=95 to=ops@example.com',
  ];
  const id = await bot.type('U0ANA', `plan "${lines.join('\n')}"`);
  bot.refusesEdits = true;
  await bot.press('U0ANA', 'confirm', id);
  await bot.pass(30);
  expect(bot.stateOf(id)?.status).toBe('done');
  const shown = [...bot.messages.values()].filter(({ to }) => to === place);
  expect(shown.map(({ text }) => text)).toEqual([
    expect.stringContaining('Creating alert policy Busy, + 1 step'),
    expect.stringContaining('2 of 2 done'),
  ]);
});

test('a background job has its first message and its result, however often it is polled', async () => {
  cloud.control.set({ jobExecutingMs: 600_000 });
  const id = await bot.type('U0ANA', 'ip add de1acmeweb03 tcp/443 from=203.0.113.0/24');
  bot.refusesEdits = true;
  await bot.press('U0ANA', 'confirm', id);
  const before = bot.messages.size;
  for (let polls = 0; polls < 20 && bot.nextDue !== undefined; polls += 1) await bot.deliverNext();
  expect(bot.messages.size - before).toBeLessThanOrEqual(1);
});
