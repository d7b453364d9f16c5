import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../harness/in-memory-bot.ts';
import { quick } from '../../../harness/seeded.ts';
import { cloudOfFile } from '../../local-cloud.ts';

const cloud = await cloudOfFile(quick);
const create = 'firewall create de1';
const inside = 'firewall intra create de1';

test.each([
  [
    'to one data center',
    `${create} va1 source=10.20.1.0/28 destination=10.30.1.0/28`,
    `${create} va1 source=10.20.2.0/28 destination=10.30.2.0/28`,
  ],
  [
    'to two data centers',
    `${create} va1 source=10.22.1.0/28 destination=10.32.1.0/28`,
    `${create} gb3 source=10.22.2.0/28 destination=10.33.1.0/28`,
  ],
  [
    'inside one',
    `${inside} tcp/443 source=10.24.1.0/28 destination=10.34.1.0/28`,
    `${inside} tcp/80 source=10.24.2.0/28 destination=10.34.2.0/28`,
  ],
])('two requests from one data center %s don’t outdate each other', async (_, ...lines) => {
  const bot = new InMemoryBot(cloud);
  const ids: string[] = [];
  for (const line of lines) {
    const id = await bot.type('U0ANA', `${line} why="a test" ticket=OPS-1`);
    await bot.press('U0ANA', 'confirm', id);
    ids.push(id);
  }
  for (const id of ids) {
    for (const person of ['U0BEN', 'U0CORA', 'U0VIC']) await bot.vote(person, id, 'approve');
    await bot.pass(90);
  }
  expect(ids.map((id) => bot.stateOf(id)?.status)).toEqual(['done', 'done']);
});
