import { describe, expect, test } from 'vitest';
import {
  changes,
  click,
  expectNotTaken,
  freshSkydesk,
  idOn,
  type Outcome,
  type SignedRequest,
  sendInTurn,
  slash,
} from '../support/index.ts';

const bot = await freshSkydesk();

const fields = 'GET /v2/accounts/ACME/customFields';
const makeDisk95 = 'alert create "Disk 95" disk=95 to=ops@example.com';
const made = '✅ Created alert policy Disk 95';

const deliverTwice = (request: SignedRequest): Promise<Outcome> =>
  bot.outcomeOf(() => sendInTurn(bot, [request, request]));

describe('the same signed request, sent twice,', () => {
  test('runs a command once', async () => {
    await bot.type('ana', 'login');
    const outcome = await deliverTwice(slash(bot, 'fields'));
    expect(outcome.ack).toBe('ok');
    expect(outcome.asked.filter((asked) => asked === fields)).toHaveLength(1);
    expect(outcome.said.map(({ to, lines }) => [to, lines[0]])).toEqual([
      ['only ana', '3 custom fields in ACME'],
    ]);
  });

  test('makes a confirmed change once, and posts it once although posting takes a while', async () => {
    const { said } = await bot.type('ana', makeDisk95);
    bot.slack.fault({ method: 'chat.postMessage', latency: 200, times: 1 });
    const confirmation = click(bot, 'confirm', idOn(said, 'confirm'));
    const outcome = await deliverTwice(confirmation);
    expect(outcome.ack).toBe('ok');
    expect(changes(outcome)).toHaveLength(1);
    expect(outcome.said.map(({ to }) => to)).toEqual(['only ana', '#cloud-ops']);

    const afterwards = await deliverTwice(confirmation);
    expect(afterwards.said).toEqual([]);
    expect(changes(afterwards)).toEqual([]);
  });
});

describe('if Slack', () => {
  test('can’t take the result of a change, the change is made once and the result comes later', async () => {
    await bot.type('ana', makeDisk95);
    bot.slack.fault({ method: 'chat.postMessage', error: 'internal_error', times: 2 });
    const outcome = await bot.press('ana', 'decide:confirm');
    expect(changes(outcome)).toHaveLength(1);
    const news = outcome.said.filter(({ to }) => to === '#cloud-ops');
    expect(news.map(({ lines }) => lines[0])).toEqual([made]);
    expect(bot.cloud.control.state().alertPolicies.filter(({ name }) => name === 'Disk 95')).toHaveLength(1);
  });
});

test('if the queue can’t be reached, the person reads so at once and nothing happens', async () => {
  bot.aws.faults.next('SQS.SendMessage', { kind: 'drop' }, 2);
  expectNotTaken(await bot.type('ana', 'fields'));
});
