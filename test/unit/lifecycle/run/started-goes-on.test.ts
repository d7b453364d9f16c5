import { expect, test } from 'vitest';
import { hour, minute } from '../../../../src/core/clock.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { midnight, slowBot } from '../../../support/in-memory/slow-bot.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * What has started goes on: neither the time for its approval, nor the end of one of its lines, nor a freeze that begins meanwhile
 * leaves half of a plan. What has not started in time never does.
 */

const cloud = await cloudOfFile(quick);
const slow = 8 * minute;
const address = 'ip add DE1ACMEWEB03 tcp/443';
const disk = (at: number): string => `alert create 'Disk ${at}' disk=${at} to=ops@example.com`;
const planOf = (...lines: readonly string[]): string => `plan "${lines.join('\n')}" why=test`;
const outcomes = (bot: TimedBot, id: string) => bot.stateOf(id)?.steps.map(({ outcome }) => outcome);

test.each([60, 3])(
  'a plan that was approved %i minutes before it expires runs to its end',
  async (before) => {
    const bot = await slowBot(slow, { approvals: { ...defaults.approvals, expiresMinutes: 120 } });
    const id = await bot.type('U0ANA', planOf('ip add DE1ACMEWEB03 tcp/22', disk(85)));
    await bot.press('U0ANA', 'confirm', id);
    await bot.live((120 - before) * minute);
    await bot.vote('U0BEN', id, 'approve');
    await bot.vote('U0CORA', id, 'approve');
    await bot.live(hour);
    expect(outcomes(bot, id)).toEqual(['done', 'done']);
  },
);

test('the end of one line of a plan stops that line alone', async () => {
  const bot = await slowBot(slow);
  const ends = 'ends=2026-11-22T00:06:00Z';
  const id = await bot.type('U0ANA', planOf(`${disk(85)} ${ends}`, address, disk(90)));
  await bot.press('U0ANA', 'confirm', id);
  await bot.live(hour);
  expect(outcomes(bot, id)).toEqual(['done', 'done', 'done']);
});

test('a line whose end comes before its turn fails, and says so', async () => {
  const bot = await slowBot(slow);
  const ends = 'ends=2026-11-22T00:06:00Z';
  const id = await bot.type('U0ANA', planOf(address, `${disk(85)} ${ends}`));
  await bot.press('U0ANA', 'confirm', id);
  await bot.live(hour);
  expect(outcomes(bot, id)).toEqual(['done', 'failed']);
  expect(bot.said.map(({ text }) => text).join()).toContain(
    'Its end came before it could run. Nothing was changed.',
  );
});

test.each(['', ' all-or-nothing=yes'])(
  'a plan that started before a freeze runs to its end%s',
  async (whole) => {
    const freeze = [{ from: '2026-11-22 00:05', to: '2026-11-22 08:00', why: 'Audit', timeZone: 'UTC' }];
    const bot = await slowBot(slow, { freeze });
    const id = await bot.type('U0ANA', `${planOf(address, disk(85))}${whole}`);
    await bot.press('U0ANA', 'confirm', id);
    await bot.live(hour);
    expect(outcomes(bot, id)).toEqual(['done', 'done']);
  },
);

test('a plan that would start in a freeze doesn’t', async () => {
  const freeze = [{ from: '2026-11-22 00:01', to: '2026-11-22 08:00', why: 'Audit', timeZone: 'UTC' }];
  const bot = await slowBot(slow, { freeze });
  const id = await bot.type('U0BEN', planOf(address, disk(85)));
  await bot.live(2 * minute);
  await bot.press('U0BEN', 'confirm', id);
  await bot.live(hour);
  expect(bot.alertPolicies()).not.toContain('Disk 85');
  expect(bot.said.map(({ text }) => text).join()).toContain('Changes are frozen until');
});

test.each([
  [3, 58 * minute],
  [5, 4 * hour],
])(
  'a confirmed plan of %i lines never starts later than 45 minutes after its preview expired',
  async (lines, away) => {
    const bot = new TimedBot(cloud);
    const id = await bot.type('U0ANA', planOf(...[60, 65, 70, 75, 80].slice(0, lines).map(disk)));
    bot.beforeLogging('confirmed', () => {
      if (bot.now() - midnight < away) throw new Error('The chain is broken');
    });
    await bot.press('U0ANA', 'confirm', id);
    await bot.live(away);
    await bot.redrive();
    await bot.live(hour);
    expect(bot.log().map(({ event }) => event)).not.toContain('started');
    expect(bot.said.at(-1)?.text).toMatch(/it couldn’t be applied in time/);
  },
);

const ofTwo = 'alert assign "Night watch" de1acmejump01, de1acmeweb01';

test('a claim is no start: steps that can’t be logged for three hours never start', async () => {
  const away = 3 * hour;
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', ofTwo);
  bot.beforeLogging('started', () => {
    bot.later(1000);
    if (bot.now() - midnight < away) throw new Error('The chain is broken');
  });
  await bot.press('U0ANA', 'confirm', id);
  await bot.live(away + 2 * hour);
  expect(outcomes(bot, id)).toEqual(['failed', 'failed']);
  expect(bot.changes()).toEqual([]);
});

test('a freeze stops a change whose steps were claimed and not sent', async () => {
  const freeze = [{ from: '2026-11-22 00:01', to: '2026-11-22 08:00', why: 'Audit', timeZone: 'UTC' }];
  const bot = new TimedBot(cloud, { freeze });
  const id = await bot.type('U0BEN', ofTwo);
  bot.beforeLogging('started', () => {
    if (bot.now() - midnight < 2 * minute) throw new Error('The chain is broken');
  });
  await bot.press('U0BEN', 'confirm', id);
  await bot.live(3 * hour);
  expect(outcomes(bot, id)).toEqual(['failed', 'failed']);
  expect(bot.changes()).toEqual([]);
});

test('a later step of a plan waits for another change of its resource, too', async () => {
  const bot = await slowBot(130_000);
  const id = await bot.type('U0ANA', planOf(address, 'ip add DE1ACMEWEB01 tcp/80'));
  await bot.press('U0ANA', 'confirm', id);
  for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
  const other = await bot.type('U0ANA', 'ip add DE1ACMEWEB01 tcp/443');
  await bot.live(40_000);
  await bot.press('U0ANA', 'confirm', other);
  await bot.live(20 * minute);
  expect(outcomes(bot, id)).toEqual(['done', 'done']);
  expect(outcomes(bot, other)).toEqual(['done']);
});

test('an Undo that failed is retried while the Undo itself is offered, and not days later', async () => {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', planOf(disk(70), disk(75)));
  await bot.press('U0ANA', 'confirm', id);
  await bot.live(minute);
  const undo = await bot.press('U0ANA', 'undoDone', id);
  cloud.control.fail({ route: 'alertPolicies.delete', status: 403, times: 1 });
  await bot.press('U0ANA', 'confirm', undo);
  await bot.live(2 * minute);
  expect(bot.stateOf(undo)?.status).toBe('failed');
  const retry = await bot.press('U0ANA', 'retryFailed', undo);
  expect(bot.stateOf(retry)?.status).toBe('previewed');
  await bot.live(3 * 24 * hour);
  const late = await bot.press('U0ANA', 'retryFailed', undo);
  expect(bot.stateOf(late)).toBeUndefined();
  expect(bot.said.at(-1)?.text).toContain(
    'This was offered for 30 minutes, which are over. Nothing was changed.',
  );
});
