import { expect, test } from 'vitest';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { quick } from '../../support/seeded.ts';

/* A poll is sent in new messages for as long as its step is not lost, so an outage that outlasts its deliveries costs no end. */

const cloud = await cloudOfFile(quick);

/** A temporary public IP, with the table away for this many minutes from its first poll on. */
async function awayFor(minutes: number) {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=2h');
  await bot.press('U0ANA', 'confirm', id);
  bot.begin({ of: 'table', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
  const back = bot.now() + minutes * 60_000;
  while (bot.nextDue !== undefined && bot.nextDue < back) await bot.deliverNext();
  bot.begin();
  return { bot, id };
}

test.each([10, 25, 50])(
  'an opening ends, though the table is away for %i minutes while its job runs',
  async (minutes) => {
    const { bot, id } = await awayFor(minutes);
    await bot.pass(4 * 60);
    expect(bot.stateOf(id)?.status).toBe('done');
    expect(bot.log().map(({ event }) => event)).toContain('ended');
    expect(bot.deadLetters).toEqual([]);
  },
);

/** Kills every poll: only looks by the sweeper are left. */
const withoutPolls = (bot: InMemoryBot): void => {
  const { enqueue } = bot;
  bot.enqueue = (job, delay) => {
    if (job.kind !== 'track' || job.isLook) enqueue.call(bot, job, delay);
  };
};

test('an opening whose polls are lost is looked at, so it ends', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=2h');
  withoutPolls(bot);
  await bot.press('U0ANA', 'confirm', id);
  await bot.pass(25);
  expect(bot.stateOf(id)?.status).toBe('done');
  await bot.pass(4 * 60);
  expect(bot.log().map(({ event }) => event)).toContain('ended');
});

test('a poll that comes after such a look shows the end that was stored', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=2h');
  const { enqueue } = bot;
  bot.enqueue = (job, delay = 0) =>
    enqueue.call(bot, job, job.kind === 'track' && !job.isLook ? 30 * 60 : delay);
  await bot.press('U0ANA', 'confirm', id);
  await bot.pass(35);
  const shown = bot.said.findLast(({ text }) => /^pushopen.*DE1ACMEWEB04/.test(text))?.text;
  expect(shown).toContain('Extend');
  expect(shown).not.toContain('too late');
});
