import { expect, test } from 'vitest';
import { minute } from '../../../../src/core/clock.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* A freeze stops what opens access, and nothing that closes it: an end comes, and can be moved, at any time. */

const cloud = await cloudOfFile(quick);
const freeze = [{ from: '2026-11-22 00:20', to: '2026-11-22 08:00', why: 'Audit', timeZone: 'UTC' }];

/** A bot in a freeze, and a change that was applied with an end before it began. */
async function frozen(line: string) {
  const bot = new TimedBot(cloud, { freeze });
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  for (const person of ['U0BEN', 'U0CORA'])
    if (bot.stateOf(id)?.status === 'open') await bot.vote(person, id, 'approve');
  await bot.live(30 * minute);
  const move = async (command: string): Promise<void> => {
    await bot.press('U0ANA', 'confirm', await bot.type('U0ANA', command));
  };
  return { bot, move, end: () => bot.stateOf(id)?.steps[0]?.end };
}

const opening = 'ip add DE1ACMEWEB03 tcp/443 ends=1h';

test('an end comes in a freeze', async () => {
  const { bot, end } = await frozen(opening);
  expect(end()?.status).toBe('active');
  await bot.live(40 * minute);
  expect(end()?.status).toBe('ended');
});

test('what opened access can be ended sooner in a freeze', async () => {
  const { bot, move, end } = await frozen(opening);
  await move('end #1');
  await bot.live(minute);
  expect(end()?.status).toBe('ended');
});

test('an end can be extended in a freeze', async () => {
  const { bot, move, end } = await frozen(opening);
  await move('extend #1 1h');
  await bot.live(60 * minute);
  expect(end()?.status).toBe('active');
});

test('a temporary closing can’t be ended sooner in a freeze, since that opens access', async () => {
  const { crossFirewalls } = cloud.control.state();
  const policy = crossFirewalls.find((one) => one.sourceLocation === 'de1' && one.enabled);
  const { bot, move, end } = await frozen(`firewall disable de1 ${policy?.id} why=Repair ends=1h`);
  await move('end #1');
  await bot.live(minute);
  expect(end()?.status).toBe('active');
  expect(bot.said.map(({ text }) => text).join()).toContain('frozen');
});
