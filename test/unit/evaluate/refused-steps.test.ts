import { expect, test } from 'vitest';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { quick } from '../../support/seeded.ts';

const cloud = await cloudOfFile(quick);

test('candidates for an ambiguous name are offered for all servers of the command', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.type('U0ANA', 'alert assign "CPU high" DE1ACMEWEB03 DE1ACMEWEB04 ends=2h');
  const said = bot.said.at(-1)?.text ?? '';
  expect(said).toMatch(/alert assign [0-9a-f]{32} DE1ACMEWEB03 DE1ACMEWEB04 ends=2h/);
  expect(said).not.toMatch(/DE1ACMEWEB03 ends=2h/);
});
