import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../src/change/model/audit-log.ts';
import { type Millis, minute } from '../../../src/core/clock.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../support/in-memory/timed-bot.ts';
import { quick } from '../../support/seeded.ts';

/*
 * The table or Slack is away for longer than the eight deliveries of a message take, just when a person has decided. Only the job of
 * the click can prove what they decided, so it goes on in a new message, and nobody reads the same twice.
 */

const cloud = await cloudOfFile(quick);
const away: Millis = 20 * minute;
const wide = 'firewall create de1 va1 source=10.0.0.0/23 destination=10.1.0.0/24 why=test';

async function requested(bot: TimedBot): Promise<string> {
  const id = await bot.type('U0ANA', wide);
  await bot.press('U0ANA', 'confirm', id);
  return id;
}

/** The table goes away when an entry with this event should be written, which is after what it proves was stored. */
function loseTableAt(event: AuditEvent, bot: TimedBot): void {
  let isLost = false;
  bot.beforeLogging(event, () => {
    if (isLost) return;
    isLost = true;
    bot.begin({ of: 'table', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
    throw new Error('The table is away');
  });
}

/** Lets the outage last, and what it held up come. */
async function outlast(bot: TimedBot): Promise<void> {
  await bot.live(away);
  bot.begin();
  await bot.live(30 * minute);
}

test('an approval that was stored just before the table went away counts, and its change runs', async () => {
  const bot = new TimedBot(cloud);
  const id = await requested(bot);
  loseTableAt('approved', bot);
  await bot.vote('U0BEN', id, 'approve');
  const before = bot.said.length;
  await outlast(bot);
  expect(bot.stateOf(id)?.status).toBe('done');
  expect(bot.deadLetters).toEqual([]);
  const toBen = bot.said.slice(before).filter(({ to, how }) => to === 'U0BEN' && how === 'answer');
  expect(toBen.map(({ text }) => text)).toEqual([
    expect.stringContaining('Skydesk keeps trying'),
    expect.stringMatching(/your click may still take effect\. Skydesk tries for a day\./),
  ]);
});

test.each<[AuditEvent, (bot: TimedBot) => Promise<unknown>]>([
  ['requested', requested],
  ['suggested', async (bot) => bot.vote('U0BEN', await requested(bot), 'suggest', { source: '10.0.0.0/24' })],
])('the entry “%s” is written once after such an outage', async (event, act) => {
  const bot = new TimedBot(cloud);
  loseTableAt(event, bot);
  await act(bot);
  await outlast(bot);
  expect(bot.log().filter((entry) => entry.event === event)).toHaveLength(1);
  expect(bot.deadLetters).toEqual([]);
});

test('a read that can’t be answered for so long is a dead letter', async () => {
  const bot = new TimedBot(cloud);
  bot.begin({ of: 'table', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
  await bot.type('U0ANA', 'alert list');
  await outlast(bot);
  expect(bot.deadLetters).toMatchObject([{ kind: 'command' }]);
});
