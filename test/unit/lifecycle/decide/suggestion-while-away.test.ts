import { expect, test } from 'vitest';
import { minute } from '../../../../src/core/clock.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* Slack takes no message for longer than the eight deliveries of a message take, while a requester decides on a suggestion. */

const cloud = await cloudOfFile(quick);
const wide = 'firewall create de1 va1 source=10.0.0.0/23 destination=10.1.0.0/24 why=test';

/** Ana requests this, Ben suggests less, and Slack goes away. Resolves to the request and to what her buttons carry. */
async function suggested(bot: TimedBot) {
  const id = await bot.type('U0ANA', wide);
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'suggest', { source: '10.0.0.0/24' });
  bot.begin({ of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
  return { id, suggestion: `${id}.${bot.stateOf(id)?.suggestion?.id}` };
}

/** Lets the outage last, and what it held up come. */
async function outlast(bot: TimedBot): Promise<void> {
  await bot.live(20 * minute);
  bot.begin();
  await bot.live(30 * minute);
}

/** Whatever opens anything needs two approvals. */
const two: Partial<Policy> = {
  risk: { ...defaults.risk, levels: [{ minScore: 1, approvers: 2, ticket: false }] },
};

test('an accepted suggestion that needs no other approval runs once Slack is back', async () => {
  const bot = new TimedBot(cloud);
  const { id, suggestion } = await suggested(bot);
  await bot.press('U0ANA', 'accept', suggestion);
  await outlast(bot);
  expect(bot.stateOf(`${id}-narrower`)?.status).toBe('done');
  expect(bot.deadLetters).toEqual([]);
});

test('the suggestion counts as its approval if it needs another one', async () => {
  const bot = new TimedBot(cloud, two);
  const { id, suggestion } = await suggested(bot);
  await bot.press('U0ANA', 'accept', suggestion);
  await outlast(bot);
  await bot.vote('U0CORA', `${id}-narrower`, 'approve');
  await bot.live(5 * minute);
  expect(bot.stateOf(`${id}-narrower`)?.status).toBe('done');
  expect(bot.deadLetters).toEqual([]);
});

const repliesOf = (bot: TimedBot) => bot.said.filter(({ text }) => text.includes(' as it is'));

test('a suggester reads once Slack is back that it was declined', async () => {
  const bot = new TimedBot(cloud);
  const { suggestion } = await suggested(bot);
  await bot.press('U0ANA', 'decline', suggestion);
  await outlast(bot);
  expect(repliesOf(bot)).toHaveLength(1);
  expect(bot.deadLetters).toEqual([]);
});

test('a suggester reads it once, whichever call of Slack fails', async () => {
  for (let from = 1, calls = 1; from <= calls; from += 1) {
    const bot = new TimedBot(cloud);
    const { suggestion } = await suggested(bot);
    bot.begin({ of: 'slack', from, calls: 1, performed: false });
    await bot.press('U0ANA', 'decline', suggestion);
    calls = Math.max(calls, bot.calls.slack);
    await bot.live(5 * minute);
    expect(repliesOf(bot), `call ${from}`).toHaveLength(1);
  }
});
