import { expect, test } from 'vitest';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { quick } from '../../support/seeded.ts';

const cloud = await cloudOfFile(quick);
const policy = '195f2e21b90087a4b3313bc144204857';
const plan = `plan "firewall intra disable de1 ${policy}\nalert create Web cpu=90 to=ops@example.com" why="Maintenance"`;

test('a plan that is all or nothing is another request than one that isn’t', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.callAsAgent('U0ANA', plan);
  await bot.callAsAgent('U0ANA', plan);
  expect(bot.states()).toMatchObject([{ isAllOrNothing: false }]);
  await bot.callAsAgent('U0ANA', `${plan} all-or-nothing=yes`);
  expect(bot.states().map(({ isAllOrNothing }) => isAllOrNothing)).toEqual([false, true]);
});
