import { expect, test } from 'vitest';
import { hour, type Millis, minute } from '../../../../src/core/clock.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * A worker claims a step and does not start it: the audit log doesn't take the start, or the worker dies. What the log doesn't have as
 * started was not sent, so nobody reads that its outcome is unknown.
 */

const cloud = await cloudOfFile(quick);

/** Why a step isn't started, for a while from the first try on. */
type Why = 'the log is away' | 'its workers die';

/** Lets the start of a step fail for a while. */
function failStarts(bot: TimedBot, why: Why, lasts: Millis): void {
  let since: number | undefined;
  bot.beforeLogging('started', () => {
    since ??= bot.now();
    if (bot.now() - since >= lasts) return;
    if (why === 'its workers die') bot.kill();
    throw new Error('The chain is broken');
  });
}

const away = { of: 'table', from: 1, calls: Number.POSITIVE_INFINITY, performed: false } as const;

const eventsOf = (bot: TimedBot, id: string): readonly string[] =>
  bot.log().flatMap(({ request, event }) => (request === id ? [event] : []));

test.each<[Why, Millis]>([
  ['the log is away', 20 * minute],
  ['the log is away', 2 * hour],
  ['its workers die', 13 * minute],
])('an approved change is sent once it can be started: %s for %i ms', async (why, lasts) => {
  const bot = new TimedBot(cloud);
  const line = 'firewall create de1 va1 source=10.7.0.0/24 destination=10.99.0.0/24 why="a test"';
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  failStarts(bot, why, lasts);
  await bot.vote('U0BEN', id, 'approve');
  await bot.vote('U0CORA', id, 'approve');
  await bot.live(lasts + hour + 10 * minute);
  expect(bot.stateOf(id)?.status).toBe('done');
  expect(eventsOf(bot, id).filter((event) => event === 'started')).toHaveLength(1);
  expect(bot.said.map(({ text }) => text).join()).not.toMatch(/unknown/i);
  expect(bot.deadLetters).toEqual([]);
});

test.each<[Why, Millis]>([
  ['the log is away', 20 * minute],
  ['its workers die', 13 * minute],
])('an end comes once it can be started: %s for %i ms', async (why, lasts) => {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', 'alert create "Disk 85" disk=85 to=ops@example.com ends=1h');
  await bot.press('U0ANA', 'confirm', id);
  failStarts(bot, why, lasts);
  await bot.live(hour + lasts + 7 * minute);
  expect(bot.alertPolicies()).not.toContain('Disk 85');
  expect(bot.stateOf(id)?.steps[0]?.end?.status).toBe('ended');
  expect(bot.deadLetters).toEqual([]);
});

test('a click whose workers die before they start it fails, and nothing was changed', async () => {
  const bot = new TimedBot(cloud);
  const before = bot.alertPolicies();
  const id = await bot.type('U0ANA', 'alert create "Disk 85" disk=85 to=ops@example.com');
  failStarts(bot, 'its workers die', hour);
  await bot.press('U0ANA', 'confirm', id);
  await bot.live(2 * hour);
  expect(bot.stateOf(id)?.steps[0]?.outcome).toBe('failed');
  const said = bot.said.map(({ text }) => text).join();
  expect(said).toContain('Skydesk was interrupted before it sent this. Nothing was changed.');
  await bot.redrive();
  await bot.live(10 * minute);
  expect(bot.alertPolicies()).toEqual(before);
});

test.each([
  ['an approved change', 1],
  ['a click', 0],
] as const)(
  'an end comes right after an outage, though %s was claimed there and not started',
  async (_, approvers) => {
    const levels = [{ minScore: 0, approvers, ticket: false }] as const;
    const bot = new TimedBot(cloud, { risk: { ...defaults.risk, levels } });
    const decided = async (line: string) => {
      const id = await bot.type('U0ANA', `${line} why="a test"`);
      await bot.press('U0ANA', 'confirm', id);
      if (approvers) await bot.vote('U0BEN', id, 'approve');
      return id;
    };
    const first = await decided('alert update "Night watch" disk=95 ends=1h');
    const end = bot.stateOf(first)?.steps[0]?.end?.at ?? 0;
    expect(end).toBeGreaterThan(bot.now());
    await bot.live(end - bot.now() - 15 * minute);
    let isAway = true;
    bot.beforeLogging('started', () => {
      if (!isAway) return;
      bot.begin(away);
      throw new Error('The table is away');
    });
    const second = await decided(`alert update "Night watch" to=ops${approvers}@example.com`);
    await bot.live(20 * minute);
    isAway = false;
    bot.begin();
    await bot.live(4.5 * minute);
    expect(bot.stateOf(first)?.steps[0]?.end?.status).toBe('ended');
    expect(eventsOf(bot, second).filter((event) => event === 'started')).toHaveLength(1);
  },
);
