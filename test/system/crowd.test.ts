import { expect, test } from 'vitest';
import { botUnderTest, sendAtOnce, slash } from '../harness/index.ts';

const bot = botUnderTest({ workers: 1, batchSize: 10 });

test('50 commands at once on a cold worker share one login, and each is answered', async () => {
  const requests = Array.from({ length: 50 }, () => slash(bot.skydesk, 'fields'));
  const outcome = await bot.outcomeOf(() => sendAtOnce(bot.skydesk, requests));
  expect(outcome.ack).toBe('ok');
  expect(outcome.asked.filter((asked) => asked.startsWith('POST /v2/authentication/login'))).toHaveLength(1);
  expect(outcome.asked).toHaveLength(51);
  expect(outcome.said.map(({ lines }) => lines[0])).toEqual(Array(50).fill('3 custom fields in ACME'));
});
