import { expect, test } from 'vitest';
import { day, hour, minute } from '../../../../src/core/clock.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * The audit log can't be written when a person decides. Their decision is stored, and its job goes on until the log has it, also in a new
 * message: nothing hangs on the eight deliveries of one.
 */

const cloud = await cloudOfFile(quick);

const eventsOf = (bot: TimedBot): readonly string[] => bot.log().map(({ event }) => event);

/** A request that needs one more approval. */
async function requested(bot: TimedBot): Promise<string> {
  const id = await bot.type(
    'U0ANA',
    'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why=test',
  );
  await bot.press('U0ANA', 'confirm', id);
  return id;
}

test.each([20 * minute, 6 * hour])(
  'an approval that can’t be logged for %i ms still counts',
  async (away) => {
    const bot = new TimedBot(cloud);
    const id = await requested(bot);
    bot.keepOut('approved', away);
    await bot.vote('U0BEN', id, 'approve');
    await bot.live(away + 45 * minute);
    expect(bot.stateOf(id)?.status).toBe('done');
    expect(bot.deadLetters).toEqual([]);
  },
);

test.each(['rejected', 'requested'] as const)(
  'a request whose entry “%s” can’t be logged for two hours is logged later',
  async (event) => {
    const bot = new TimedBot(cloud);
    if (event === 'requested') bot.keepOut(event, 2 * hour);
    const id = await requested(bot);
    if (event === 'rejected') {
      bot.keepOut(event, 2 * hour);
      await bot.vote('U0BEN', id, 'reject');
    }
    await bot.live(3 * hour);
    expect(eventsOf(bot).filter((one) => one === event)).toHaveLength(1);
    expect(bot.deadLetters).toEqual([]);
  },
);

test('a requester whose request is decided before the log has it reads what became of it, without its buttons', async () => {
  const bot = new TimedBot(cloud);
  bot.keepOut('requested', 2 * hour);
  const id = await requested(bot);
  await bot.vote('U0BEN', id, 'reject');
  await bot.live(3 * hour);
  const sent = bot.said.filter(({ text }) => text.endsWith('#1 in #approvals')).map(({ text }) => text);
  expect(sent).toEqual([expect.stringMatching(/^noticefailedRejected by U0BEN/)]);
});

test('its requester can cancel an approved change that waits for the log', async () => {
  const bot = new TimedBot(cloud);
  const id = await requested(bot);
  bot.keepOut('approved', hour);
  await bot.vote('U0BEN', id, 'approve');
  await bot.live(10 * minute);
  expect(bot.said.at(-1)?.text).toContain('Cancel Start');
  await bot.press('U0ANA', 'withdraw', id);
  await bot.live(2 * hour);
  expect(bot.stateOf(id)?.status).toBe('withdrawn');
  expect(eventsOf(bot)).not.toContain('started');
});

test('nobody reads that a request ended before the log has it', async () => {
  const bot = new TimedBot(cloud);
  const id = await requested(bot);
  bot.keepOut('approved', day);
  bot.keepOut('expired', day);
  await bot.vote('U0BEN', id, 'approve');
  await bot.live(day - minute);
  await bot.liveUntil(() => bot.said.some(({ text }) => text.includes('it couldn’t be applied in time')));
  expect(bot.stateOf(id)?.status).toBe('expired');
  expect(eventsOf(bot)).toContain('expired');
});

test('an end whose start can’t be logged is overdue after ten minutes, and people read so', async () => {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', 'alert create "Disk 85" disk=85 to=ops@example.com ends=1h');
  await bot.press('U0ANA', 'confirm', id);
  const isOverdue = (): boolean => bot.said.some(({ text }) => /Still in effect|Still open/.test(text));
  await bot.live(hour - minute);
  bot.keepOut('started', 3 * hour);
  await bot.live(10 * minute);
  expect(isOverdue()).toBe(false);
  await bot.live(6 * minute);
  expect(isOverdue()).toBe(true);
  await bot.live(4 * hour);
  expect(bot.stateOf(id)?.steps[0]?.end?.status).toBe('ended');
});

test('an outcome that can’t be logged is stored with its end, people read it once it is logged, and the end comes', async () => {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', 'alert create "Disk 85" disk=85 to=ops@example.com ends=3h');
  bot.keepOut('applied', hour);
  await bot.press('U0ANA', 'confirm', id);
  const isTold = (): boolean => bot.said.some(({ text }) => text.includes('Created alert policy Disk 85'));
  expect(bot.stateOf(id)?.steps).toMatchObject([{ outcome: 'done', end: { status: 'active' } }]);
  expect([eventsOf(bot).at(-1), isTold()]).toEqual(['started', false]);
  await bot.live(hour + 20 * minute);
  expect([eventsOf(bot).at(-1), isTold()]).toEqual(['applied', true]);
  await bot.live(2 * hour);
  expect(eventsOf(bot)).toEqual(['previewed', 'started', 'applied', 'started', 'ended']);
  expect(bot.deadLetters).toEqual([]);
});
