import { afterAll, describe, expect, test } from 'vitest';
import { asObjects, isObject, type Json } from '../../local/slack/payload/json.ts';
import { hasForm } from '../../src/command-line/form.ts';
import { operations } from '../../src/operations/index.ts';
import { freshSkydesk, seeded, startRewrittenCloud } from '../support/index.ts';
import { figuresOf } from './figures.ts';
import { tries } from './seeds.ts';
import { expectHarmless, expectSaid, refusals } from './words-harmless.ts';
import { hostile } from './words-hostile.ts';

/** Members in which the cloud API has words that people wrote, or that it writes for people. */
const written =
  /^(name|description|displayName|companyName|terms|address[12]|city|stateProvince|postalCode|poNumber|os|osType|message|.*Email|internalIPAddress|serviceLocation)$/;
const words = Object.values(hostile);
let spoilt = 0;

/** The response with hostile words in it, each time the next ones. */
function spoil(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => spoil(item, name));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoil(item, key)]));
  }
  if (typeof value !== 'string' || !written.test(name)) return value;
  spoilt += 1;
  return words[spoilt % words.length] ?? '';
}

const { service, cloud, close } = await startRewrittenCloud((answer) => spoil(answer));
afterAll(close);

const bot = await freshSkydesk({ service, cloud });

const dc = 'de1';
const server = 'de1acmeweb01';
const lines = [
  'login',
  'alert list',
  `alert show ${seeded.disk80}`,
  `alert delete ${seeded.disk80}`,
  `alert assign ${seeded.disk80} ${server}`,
  'autoscale list',
  `autoscale show ${seeded.scaleWeb}`,
  `autoscale view ${server}`,
  `autoscale set ${server} ${seeded.batchAtNight}`,
  'server find web',
  'server find x',
  `server show ${server}`,
  `ip show ${server}`,
  `ip add ${server} tcp/443`,
  `job ${seeded.job}`,
  `firewall list ${dc}`,
  `firewall show ${dc} ${seeded.crossFirewall}`,
  `firewall intra list ${dc}`,
  `firewall intra show ${dc} ${seeded.localFirewall}`,
  'invoice',
  'invoice trend 3',
  'dc list',
  `dc show ${dc} groups`,
  `dc baremetal ${dc}`,
  `dc capabilities ${dc}`,
  'fields',
  'approvals',
  'history',
];

const figures = figuresOf('words everywhere');

describe('whatever the names in the cloud API,', () => {
  test.each(lines)('“%s” gives a message that Slack takes, without markup', async (line) => {
    // Each time other resources have other names.
    for (let time = 0; time < tries(3); time += 1) {
      spoilt += time * 7;
      const before = bot.slack.cursor();
      figures.count('answers with hostile words');
      expectSaid(await bot.type('ana', line));
      expect(refusals(bot.slack, before)).toEqual([]);
    }
  });

  test.each(operations.filter(hasForm).map(({ words }) => words.join(' ')))(
    'the form of “%s” is one that Slack takes, without markup',
    async (line) => {
      const before = bot.slack.cursor();
      expect(await bot.type('ana', line)).toMatchObject({ ack: 'ok', logged: [] });
      const view = bot.slack.views('ana').at(-1) ?? {};
      expect(asObjects(view.blocks).some(({ type }) => type === 'input')).toBe(true);
      expectHarmless(view);
      figures.count('forms with hostile choices');
      await bot.slack.dismiss('ana', true);
      expect(refusals(bot.slack, before)).toEqual([]);
    },
  );

  test('the Home tab is one that Slack takes, without markup', async () => {
    const before = bot.slack.cursor();
    await bot.outcomeOf(() => bot.slack.openHome('ana'));
    expectHarmless(bot.slack.home('ana') ?? {});
    expect(refusals(bot.slack, before)).toEqual([]);
    expect(spoilt).toBeGreaterThan(0);
    figures.count('words replaced in responses of the cloud API', spoilt);
  });
});
