import { expect, test } from 'vitest';
import { postDigest } from '../../../src/watch/post-digest.ts';
import type { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { inChannel, watchedCloud } from './watched.ts';

/* Once a day the channel gets a digest of the outside changes that are still in effect. */

const { cloud, account, watched, opens, disable, deleteAlert } = await watchedCloud();
const minute = 60_000;
const hour = 60 * minute;
/** The bot starts at midnight UTC, which is 01:00 in Berlin. */
const daily = { everyMinutes: 240, digest: { at: '09:00', timeZone: 'Europe/Berlin' } };

/** Sweeps until this time has passed, often enough for each run and each digest to come in time. */
async function pass(bot: InMemoryBot, ms: number): Promise<void> {
  const end = bot.now() + ms;
  while (bot.now() < end) {
    bot.later(Math.min(30 * minute, end - bot.now()));
    await bot.sweep();
  }
}

test('a digest is sent once, not before its time, with buttons, and not again the next day', async () => {
  const bot = await watched(daily);
  const name = await deleteAlert();
  await pass(bot, 7.9 * hour);
  expect(inChannel(bot)).toEqual([]);
  await pass(bot, 16 * minute);
  const [message = '', ...more] = inChannel(bot);
  expect(more).toEqual([]);
  expect(message).toContain(`Changed outside Skydesk in ACME: Alert policy ${name} removed`);
  expect(message).toContain('Put It Back');
  expect(message).toContain('Adopt…');
  expect(message).toContain('Show All');
  await pass(bot, 30 * hour);
  expect(inChannel(bot)).toHaveLength(1);
});

test('no digest is sent if nothing was changed', async () => {
  const bot = await watched(daily);
  await pass(bot, 26 * hour);
  expect(inChannel(bot)).toEqual([]);
});

test('openings that were reported at once are only counted, and alone cause no digest', async () => {
  const bot = await watched(daily);
  await opens('10.1.0.0/24');
  await pass(bot, 9 * hour);
  expect(inChannel(bot)).toHaveLength(1);
  await opens('10.2.0.0/24');
  await disable();
  await pass(bot, 24 * hour);
  const [, , message = '', ...more] = inChannel(bot);
  expect(more).toEqual([]);
  expect(message).toContain('enabled → disabled');
  expect(message).toContain('1 opening posted before, and still open.');
  expect(message).not.toContain('10.2.0.0/24');
});

test('a change reverted before the digest is not in it, and one reverted later is edited', async () => {
  const { autoscalePolicies } = account;
  const [policy] = await autoscalePolicies.list();
  const servers = ['de1acmeweb01', 'de1acmeweb02'] as const;
  for (const server of servers) await autoscalePolicies.set(server, policy?.id ?? '');
  const bot = await watched(daily);
  for (const server of servers) await autoscalePolicies.remove(server);
  await pass(bot, 3 * hour);
  await autoscalePolicies.set(servers[0], policy?.id ?? '');
  await pass(bot, 6 * hour);
  expect(inChannel(bot)).toHaveLength(1);
  expect(inChannel(bot)[0]).not.toContain('DE1ACMEWEB01');
  expect(inChannel(bot)[0]).toContain('Put It Back');
  await autoscalePolicies.set(servers[1], policy?.id ?? '');
  await pass(bot, 3 * hour);
  expect(inChannel(bot)).toHaveLength(1);
  expect(inChannel(bot)[0]).toContain('no longer current');
  expect(inChannel(bot)[0]).not.toContain('Put It Back');
});

test('a reverted change is not in the digest of the next day', async () => {
  const { autoscalePolicies } = account;
  const [policy] = await autoscalePolicies.list();
  await autoscalePolicies.set('de1acmeweb01', policy?.id ?? '');
  const bot = await watched(daily);
  await autoscalePolicies.remove('de1acmeweb01');
  await pass(bot, 9 * hour);
  expect(inChannel(bot)).toHaveLength(1);
  await autoscalePolicies.set('de1acmeweb01', policy?.id ?? '');
  await pass(bot, 24 * hour);
  expect(inChannel(bot)).toHaveLength(1);
  expect(inChannel(bot)[0]).not.toContain('Put It Back');
});

test('a digest that was missed by hours is sent with the next one', async () => {
  const bot = await watched(daily);
  await pass(bot, 9 * hour);
  const name = await deleteAlert();
  await pass(bot, hour);
  // Nothing runs from the evening until the next afternoon.
  bot.later(28 * hour);
  await pass(bot, hour);
  expect(inChannel(bot)).toEqual([]);
  await pass(bot, 18 * hour);
  expect(inChannel(bot)).toHaveLength(1);
  expect(inChannel(bot)[0]).toContain(name);
});

test('an account that can’t be read the whole day is reported as unknown, in one line', async () => {
  const bot = await watched(daily);
  await pass(bot, 7 * hour);
  for (const route of ['login', 'localFirewalls.list', 'alertPolicies.list'])
    cloud.control.fail({ route, times: 100_000 });
  await pass(bot, 2 * hour);
  bot.later(22 * hour);
  await pass(bot, 2 * hour);
  const [message = '', ...more] = inChannel(bot);
  expect(more).toEqual([]);
  expect(message).toContain('What changed in ACME isn’t known');
  expect(message.match(/couldn’t be read since/g)).toHaveLength(1);
});

test('a digest that Slack doesn’t take is sent with the next sweep', async () => {
  const bot = await watched(daily);
  await deleteAlert();
  await pass(bot, 7.9 * hour);
  bot.begin({ of: 'slack', from: 1, calls: 1, performed: false });
  await pass(bot, 40 * minute);
  expect(bot.calls.slack).toBe(2);
  expect(inChannel(bot)).toHaveLength(1);
});

test('many changes are one message, which names a few and counts the others', async () => {
  const bot = await watched(daily);
  const servers = (await account.servers.allNow()).filter(({ status }) => status === 'active').slice(0, 13);
  const [policy] = await account.autoscalePolicies.list();
  for (const { id } of servers) await account.autoscalePolicies.set(id, policy?.id ?? '');
  await pass(bot, 9 * hour);
  const [message = '', ...more] = inChannel(bot);
  expect(more).toEqual([]);
  expect(message.match(/Put It Back/g)).toHaveLength(10);
  expect(message).toMatch(/And \d more changes?\./);
});

test('the job of a digest comes at its exact time, and only once', async () => {
  const bot = await watched(daily);
  await deleteAlert();
  bot.later(8 * hour - 4 * minute - 7_000);
  await bot.sweep();
  expect(inChannel(bot)).toEqual([]);
  bot.later(4 * minute + 6_000);
  await bot.settled();
  expect(inChannel(bot)).toEqual([]);
  bot.later(1_000);
  await bot.settled();
  expect(inChannel(bot)).toHaveLength(1);
  const { length } = bot.said;
  await bot.sweep();
  expect(bot.said).toHaveLength(length);
});

test.each([{ performed: false }, { performed: true }])(
  'a worker that dies at any call of the table (done: $performed) leaves the digest to be sent once',
  async ({ performed }) => {
    const before = await watched(daily);
    await deleteAlert();
    before.later(7.9 * hour);
    await before.sweep();
    const counts: number[] = [];
    for (let at = 1; ; at += 1) {
      const bot = await watched(daily);
      bot.memory.items.clear();
      for (const [key, item] of before.memory.items) bot.memory.items.set(key, item);
      bot.later(before.now() - bot.now() + 20 * minute);
      bot.begin({ of: 'worker', from: at, calls: 1, performed });
      await bot.sweep();
      if (bot.calls.table < at) break;
      bot.begin();
      await pass(bot, hour);
      expect(bot.deadLetters, `call ${at}`).toEqual([]);
      counts.push(inChannel(bot).length);
    }
    // Only if the worker dies between Slack and the table, nobody knows that the message was posted.
    expect(counts.filter((count) => count !== 1)).toEqual(performed ? [] : [2]);
    expect(counts.length).toBeGreaterThan(10);
  },
);

test('if two workers send a digest at once, one of the messages says that it is not in use', async () => {
  const bot = await watched(daily);
  await deleteAlert();
  bot.later(7.9 * hour);
  await bot.sweep();
  bot.later(hour);
  await Promise.all([postDigest('ACME', bot.ports), postDigest('ACME', bot.ports)]);
  expect(inChannel(bot)).toHaveLength(2);
  expect(inChannel(bot).filter((text) => text.includes('not in use'))).toHaveLength(1);
});
