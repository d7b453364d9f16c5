import { afterAll, expect, test } from 'vitest';
import { createLambda, environmentOf } from '../../local/aws/index.ts';
import { freshSkydesk, movableClock, sendAtOnce, slash } from '../support/index.ts';

/*
 * Secrets are changed in Secrets Manager and nowhere else, while the receiver and the worker stay warm. They cache their
 * secrets, and re-read them no more often than every ten seconds, so their clock is moved by that. Another password at the cloud
 * API: drills/request-alarms.long.test.ts.
 */

const clock = movableClock();
afterAll(clock.remove);

let starts = 0;
const bot = await freshSkydesk({
  workers: 1,
  batchSize: 10,
  createFunction: (options) =>
    createLambda({
      ...options,
      environment: (instance) => ({
        ...environmentOf(options, instance),
        ...clock.environment,
      }),
      onInvocation: ({ initMs }) => {
        starts += initMs === undefined ? 0 : 1;
      },
    }),
});

/** Five commands at once: the first line of each answer. */
async function answers(): Promise<(string | undefined)[]> {
  const commands = Array.from({ length: 5 }, () => slash(bot, 'fields'));
  const { said } = await bot.outcomeOf(() => sendAtOnce(bot, commands));
  return said.map(({ lines }) => lines[0]);
}
const all = Array(5).fill('3 custom fields in ACME');

test('warm functions follow another signing secret and bot token; the old secret is refused from then on', async () => {
  expect(await answers()).toEqual(all);
  clock.later(10_000);
  starts = 0;
  const old = slash(bot, 'fields');
  const rotated = { signingSecret: 'signing-secret-2', botToken: 'xoxb-2' };
  bot.slack.rotate(rotated);
  bot.aws.secrets.put('skydesk/slack-signing', { signingSecret: rotated.signingSecret });
  bot.aws.secrets.put('skydesk/slack-token', { botToken: rotated.botToken });

  expect(await answers()).toEqual(all);
  const refused = await bot.outcomeOf(() => sendAtOnce(bot, [old]));
  expect([refused.ack, refused.said]).toEqual(['401', []]);
  // The receiver opens forms with the token.
  expect((await bot.type('ana', 'alert create')).ack).toBe('ok');
  expect(JSON.stringify(bot.slack.views('ana'))).toContain('For at least');
  expect(starts).toBe(0);
});
