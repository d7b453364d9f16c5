import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * The table is away while a public IP is added, and for two days nobody can look at its job, until an operator redrives its poll. By then
 * people read that its outcome is unknown, and that stays so.
 */

const cloud = await cloudOfFile(quick);

/** The last message about it after the redrive. */
async function redriven(line: string) {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  bot.begin({ of: 'table', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
  while (bot.nextDue !== undefined) await bot.deliverNext();
  bot.begin();
  const { enqueue } = bot;
  bot.enqueue = (job, delay) => {
    if (job.kind !== 'track' || !job.isLook) enqueue.call(bot, job, delay);
  };
  await bot.pass(49 * 60);
  expect(bot.stateOf(id)?.status).toBe('unknown');
  await bot.redrive();
  await bot.pass(5);
  return { bot, id, said: bot.said.at(-1)?.text ?? '' };
}

test('an address that is found to be added too late has no end, and people read how to end it', async () => {
  const { bot, id, said } = await redriven('ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=2h');
  expect(bot.states().map((change) => change.id)).toEqual([id]);
  expect(said).toMatch(
    /Open, and Skydesk can’t close it · HTTPS \(443\) on DE1ACMEWEB04.*Public IP [\d.]+ →/s,
  );
  expect(said).toContain('This doesn’t end by itself: Skydesk found out too late that it was applied.');
  expect(said).toMatch(/End it yourself when its time is over: ip remove de1acmeweb04 [\d.]+/);
  expect(said).not.toMatch(/Extend|until/);
  expect(said).toMatch(/End Nowip remove de1acmeweb04 [\d.]+/);
});

test('a result that is found too late offers no Undo, since none is stored', async () => {
  const { said } = await redriven('ip add de1acmeweb04 tcp/8443 from=203.0.113.0/24');
  expect(said).toMatch(/Open, no end · .* on DE1ACMEWEB04.*Public IP [\d.]+ →/s);
  expect(said).not.toContain('Undo');
});
