import { expect, test } from 'vitest';
import { day, hour, type Millis, minute } from '../../../../src/core/clock.ts';
import { midnight, slowBot } from '../../../support/in-memory/slow-bot.ts';
import type { TimedBot } from '../../../support/in-memory/timed-bot.ts';

/*
 * The cloud API applies a change while nobody can look, and Skydesk finds that out later. Its end counts from the last moment at which it
 * was certainly not applied, so that nothing is open for longer than people agreed to.
 */

const second = 1000;
const away = { of: 'table', from: 1, calls: Number.POSITIVE_INFINITY, performed: false } as const;

/** Adds a public IP, on which the cloud API works for a while. */
async function added(ends: string, executing: Millis): Promise<TimedBot> {
  const bot = await slowBot(executing);
  const id = await bot.type('U0ANA', `ip add DE1ACMEWEB03 tcp/443 ends=${ends}`);
  await bot.press('U0ANA', 'confirm', id);
  return bot;
}

/** The time of each entry of the audit log with this event, from midnight on. */
const timesOf = (bot: TimedBot, event: string): readonly Millis[] =>
  bot.log().flatMap((entry) => (entry.event === event ? [entry.at - midnight] : []));

/** The end that is stored: since when the change counts as in effect, and when it ends, from midnight on. */
async function endIn(bot: TimedBot): Promise<readonly (Millis | undefined)[]> {
  const [end] = (await bot.ports.changes.waiting()).filter(({ cause }) => cause === 'time');
  const change = end && (await bot.ports.changes.get(end.id));
  return [change?.reversal?.evaluated?.since, change?.steps[0].startsAt].map((at) => at && at - midnight);
}

test('a change whose end passed while the table was away ends once that is back', async () => {
  const bot = await added('5m', 3 * second);
  bot.begin(away);
  await bot.live(20 * minute);
  bot.begin();
  await bot.liveUntil(() => timesOf(bot, 'applied').length > 0);
  await bot.live(3 * second);
  expect(timesOf(bot, 'started')).toHaveLength(2);
});

test('an end counts from when the cloud API accepted a change that a look of the sweeper finds done', async () => {
  const bot = await added('25h', 3 * second);
  const { enqueue } = bot;
  bot.enqueue = (job, delay) => {
    if (job.kind !== 'track' || job.isLook) enqueue.call(bot, job, delay);
  };
  await bot.live(minute);
  bot.begin(away);
  await bot.live(day);
  bot.begin();
  await bot.live(10 * minute);
  const [since = day, endsAt] = await endIn(bot);
  expect(since).toBeLessThan(minute);
  expect(endsAt).toBe(since + 25 * hour);
});

test('an end counts from the last look that found the cloud API at work, if the next one comes late', async () => {
  const bot = await added('2h', 10 * minute);
  await bot.live(9 * minute);
  bot.begin(away);
  await bot.live(15 * minute);
  bot.begin();
  await bot.live(10 * minute);
  const [since = day, endsAt] = await endIn(bot);
  expect(since).toBeGreaterThan(7 * minute);
  expect(since).toBeLessThan(10 * minute);
  expect(endsAt).toBe(since + 2 * hour);
  expect(bot.said.map(({ text }) => text).join()).not.toMatch(/overdue/i);
});

test('an end counts from the look that finds its change done in time', async () => {
  const bot = await added('2h', 10 * minute);
  await bot.live(15 * minute);
  const [since = day] = await endIn(bot);
  expect(since).toBeGreaterThan(10 * minute);
  expect(since).toBeLessThan(12 * minute);
});
