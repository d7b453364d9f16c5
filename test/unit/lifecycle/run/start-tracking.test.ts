import { expect, test } from 'vitest';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import type { Messenger } from '../../../../src/messaging/messaging.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * Slack refuses what shows the progress of a background job, or is away while the job begins: the job is polled all the same, its
 * end is stored, and the result is posted as soon as Slack takes it.
 */

const cloud = await cloudOfFile(quick);

type Failing = 'post' | 'remove';

/** A public IP that is added for two hours while these methods of Slack fail, from the click until ten minutes after it. */
async function added(methods: readonly Failing[], error: Error) {
  let isFailing = false;
  const fail =
    <Args extends unknown[], Back>(act: (...args: Args) => Promise<Back>) =>
    async (...args: Args): Promise<Back> => {
      if (isFailing) throw error;
      return act(...args);
    };
  const failing = (messenger: Messenger): Messenger => ({
    ...messenger,
    ...Object.fromEntries(methods.map((method) => [method, fail<never[], unknown>(messenger[method])])),
  });
  const bot: InMemoryBot = new InMemoryBot(cloud, {}, connected(cloud), {
    begins() {},
    ends() {},
    settle: () => bot.settled(),
    table: (table) => table,
    ports: (ports) => ({ ...ports, messenger: failing(ports.messenger) }),
  });
  const id = await bot.type('U0ANA', 'ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=2h');
  isFailing = true;
  await bot.press('U0ANA', 'confirm', id);
  for (let polls = 0; polls < 5; polls += 1) await bot.deliverNext();
  isFailing = false;
  await bot.pass(10);
  return { bot, id };
}

const errors: Readonly<Record<string, Error>> = {
  'Slack is away': new Unavailable('Slack didn’t respond.'),
  'Slack limits the rate': new Unavailable('Slack didn’t respond.', 30),
  'the token is revoked': new SlackRejection('token_revoked'),
  'a scope is missing': new SlackRejection('missing_scope'),
};

const places: readonly (readonly Failing[])[] = [['post'], ['remove'], ['post', 'remove']];

test.each(
  Object.entries(errors).flatMap(([name, error]) => places.map((methods) => [name, methods, error] as const)),
)('while %s at %j, the address is added once, told, and removed at its time', async (_, methods, error) => {
  const { bot, id } = await added(methods, error);
  expect(bot.stateOf(id)?.status).toBe('done');
  const results = bot.said.filter(({ text }) => /Public IP [\d.]+ →/.test(text));
  expect(results).toEqual([expect.objectContaining({ text: expect.stringContaining('Open until ') })]);
  await bot.pass(120);
  expect(bot.log().map(({ event }) => event)).toEqual([
    'previewed',
    'started',
    'applied',
    'started',
    'ended',
  ]);
});
