import { expect, onTestFinished, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { click, freshSkydesk, idOn, type SignedRequest, sendAtOnce } from '../support/index.ts';

const bot = await freshSkydesk({ workers: 1, batchSize: 10 });

test('eight results at once in one channel are posted about a second apart, each once', async () => {
  const { slack } = bot;
  const clicks: SignedRequest[] = [];
  for (let policy = 1; policy <= 8; policy += 1) {
    const { said } = await bot.type('ana', `alert create "Night ${policy}" disk=90 to=ops@example.com`);
    clicks.push(click(bot, 'confirm', idOn(said, 'confirm')));
  }
  slack.rateLimits.turn(true);
  onTestFinished(() => slack.rateLimits.turn(false));
  const outcome = await bot.outcomeOf(() => sendAtOnce(bot, clicks), true);
  const results = outcome.said.filter(
    ({ to, lines }) => to === '#cloud-ops' && lines[0]?.includes('Created'),
  );
  expect(results.map(({ lines }) => /Night \d/.exec(lines[0] ?? '')?.[0]).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((policy) => `Night ${policy}`),
  );
  const posted = results.map(({ message }) => Number(asString(message.ts))).sort((a, b) => a - b);
  expect((posted.at(-1) ?? 0) - (posted[0] ?? 0)).toBeLessThan(18);
});
