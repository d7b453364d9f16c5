import { expect, test } from 'vitest';
import { InMemoryBot } from '../../harness/in-memory-bot.ts';
import { quick } from '../../harness/seeded.ts';
import { cloudOfFile } from '../local-cloud.ts';

const cloud = await cloudOfFile(quick);

test('candidates for an ambiguous name are offered for all servers of the command', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.type('U0ANA', 'alert assign "CPU high" DE1ACMEWEB03 DE1ACMEWEB04 ends=2h');
  const said = bot.said.at(-1)?.text ?? '';
  expect(said).toMatch(/alert assign [0-9a-f]{32} DE1ACMEWEB03 DE1ACMEWEB04 ends=2h/);
  expect(said).not.toMatch(/DE1ACMEWEB03 ends=2h/);
});
