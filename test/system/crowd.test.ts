import { expect, onTestFinished, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { botUnderTest, click, idOn, type SignedRequest, sendAtOnce, slash } from '../harness/index.ts';

const bot = botUnderTest({ workers: 1, batchSize: 10 });

test('50 commands at once on a cold worker share one login, and each is answered', async () => {
  const requests = Array.from({ length: 50 }, () => slash(bot.skydesk, 'fields'));
  const outcome = await bot.outcomeOf(() => sendAtOnce(bot.skydesk, requests));
  expect(outcome.ack).toBe('ok');
  expect(outcome.asked.filter((asked) => asked.startsWith('POST /v2/authentication/login'))).toHaveLength(1);
  expect(outcome.asked).toHaveLength(51);
  expect(outcome.said.map(({ lines }) => lines[0])).toEqual(Array(50).fill('3 custom fields in ACME'));
});

test('eight results at once in one channel are posted about a second apart, each once', async () => {
  const { skydesk, slack } = bot;
  const clicks: SignedRequest[] = [];
  for (let policy = 1; policy <= 8; policy += 1) {
    const { said } = await bot.type(`alert create "Night ${policy}" disk=90 to=ops@example.com`);
    clicks.push(click(skydesk, 'confirm', idOn(said, 'confirm')));
  }
  slack.rateLimits.turn(true);
  onTestFinished(() => slack.rateLimits.turn(false));
  const outcome = await bot.outcomeOf(() => sendAtOnce(skydesk, clicks), true);
  const results = outcome.said.filter(
    ({ to, lines }) => to === '#cloud-ops' && lines[0]?.includes('created'),
  );
  expect(results.map(({ lines }) => /Night \d/.exec(lines[0] ?? '')?.[0]).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((policy) => `Night ${policy}`),
  );
  const posted = results.map(({ message }) => Number(asString(message.ts))).sort((a, b) => a - b);
  expect((posted.at(-1) ?? 0) - (posted[0] ?? 0)).toBeLessThan(18);
});
