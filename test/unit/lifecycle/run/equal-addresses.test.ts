import { expect, test } from 'vitest';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* Two equal public IPs that are added one after the other end like any other: each of them has to be identified. */

const cloud = await cloudOfFile(quick);
const addresses = () => publicAddresses(cloud, 'de1acmeweb04');

async function confirmed(bot: InMemoryBot, line: string): Promise<string> {
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  return id;
}

async function expectBothToEnd(bot: InMemoryBot, before: readonly string[]): Promise<void> {
  await bot.pass(15);
  expect(await addresses()).toHaveLength(before.length + 2);
  await bot.pass(120);
  expect(await addresses()).toEqual(before);
}

test('two equal public IPs that were to end after an hour both end', async () => {
  const bot = new InMemoryBot(cloud, {
    risk: { ...defaults.risk, levels: [{ minScore: 4, approvers: 2, ticket: false, maxLeaseMinutes: 90 }] },
  });
  const before = await addresses();
  const add = 'ip add de1acmeweb04 tcp/22 from=0.0.0.0/0 ends=1h why="Repair"';
  for (let times = 0; times < 2; times += 1) {
    const id = await confirmed(bot, add);
    for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
    await bot.pass(10);
  }
  await expectBothToEnd(bot, before);
});

test('a public IP waits while an equal one is being added, and is not added without a new request', async () => {
  const bot = new InMemoryBot(cloud);
  const before = await addresses();
  const add = 'ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=1h';
  await confirmed(bot, add);
  const second = await confirmed(bot, add);
  expect(bot.stateOf(second)?.status).toBe('outdated');
  expect(bot.said.map(({ text }) => text).join()).toContain('did exactly this meanwhile');
  await bot.pass(15);
  await confirmed(bot, add);
  await expectBothToEnd(bot, before);
});

test('a public IP that is narrowed before it is identified ends all the same', async () => {
  const bot = new InMemoryBot(cloud);
  const before = await addresses();
  const id = await confirmed(bot, 'ip add de1acmeweb04 tcp/22 from=0.0.0.0/0 ends=1h why="Repair"');
  for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
  const [address] = (await addresses()).filter((one) => !before.includes(one));
  // Less than it allows, so nobody else has to agree to it.
  const update = await confirmed(bot, `ip update de1acmeweb04 ${address} from=64.0.0.0/3`);
  expect(bot.stateOf(update)?.status).toBe('outdated');
  expect(bot.said.at(-1)?.text).toContain('until 2026-11-22 01:00 UTC. Nothing was changed.');
  await bot.pass(120);
  expect(await addresses()).toEqual(before);
});
