import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLambda, environmentOf } from '../../local/aws/index.ts';
import {
  botUnderTest,
  movableClock,
  type Outcome,
  type SignedRequest,
  sendAtOnce,
  slash,
  text,
} from '../harness/index.ts';

/*
 * Secrets are changed in Secrets Manager and nowhere else, while the receiver and the worker are warm and go on. They
 * cache the Slack secret, and re-read it no more often than every ten seconds, so their clock is moved by that.
 */

const clock = movableClock();
afterAll(clock.remove);

let starts = 0;
const bot = botUnderTest({
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

const slackSecret = 'skydesk/slack';
const serviceSecret = 'skydesk/service';
const reads = (): number => bot.skydesk.aws.faults.calls('SecretsManager.GetSecretValue');

/** One signed request after another, all on their way at once. */
const sendAll = (requests: readonly SignedRequest[]): Promise<Outcome> =>
  bot.outcomeOf(() => sendAtOnce(bot.skydesk, requests));
const commands = (count: number): SignedRequest[] =>
  Array.from({ length: count }, () => slash(bot.skydesk, 'fields'));
const answered = ({ said }: Outcome): (string | undefined)[] => said.map(({ lines }) => lines[0]);
const answer = '3 custom fields in ACME';

let serial = 0;
let known = { signingSecret: 'local-signing-secret', botToken: 'xoxb-local-bot-token' };

beforeEach(async () => {
  expect(answered(await sendAll(commands(1)))).toEqual([answer]);
  clock.later(10_000);
  serial += 1;
  starts = 0;
});

function rotate(what: Partial<typeof known>): void {
  known = { ...known, ...what };
  bot.slack.rotate(what);
  bot.skydesk.aws.secrets.put(slackSecret, known);
}

describe('another signing secret', () => {
  test('is followed by the first request that is signed with it; the old one is refused from then on', async () => {
    const old = slash(bot.skydesk, 'fields');
    rotate({ signingSecret: `signing-secret-${serial}` });
    const outcome = await sendAll(commands(1));
    expect(outcome.ack).toBe('ok');
    expect(answered(outcome)).toEqual([answer]);
    const refused = await sendAll([old]);
    expect(refused.ack).toBe('401');
    expect(refused.said).toEqual([]);
    expect(starts).toBe(0);
  });

  test('is followed by several receivers at once: none loses a request, none reads it twice', async () => {
    await sendAll(commands(5));
    clock.later(10_000);
    const before = reads();
    rotate({ signingSecret: `signing-secret-${serial}` });
    const outcome = await sendAll(commands(5));
    expect(outcome.ack).toBe('ok');
    expect(answered(outcome)).toEqual(Array(5).fill(answer));
    expect(reads() - before).toBeLessThanOrEqual(5);
  });

  test('is not re-read for forged requests: a wrong signature drives no reads', async () => {
    const forged = { ...slash(bot.skydesk, 'fields') };
    const headers = { ...forged.headers, 'x-slack-signature': `v0=${'0'.repeat(64)}` };
    await sendAll([{ ...forged, headers }]);
    const before = reads();
    for (let time = 0; time < 10; time += 1) {
      expect((await sendAll([{ ...forged, headers }])).ack).toBe('401');
    }
    expect(reads()).toBe(before);
  });
});

describe('another bot token', () => {
  test('is followed by the next answer', async () => {
    rotate({ botToken: `xoxb-${serial}` });
    expect(answered(await sendAll(commands(1)))).toEqual([answer]);
    expect(starts).toBe(0);
  });

  test('is followed by the receiver, which opens forms with it', async () => {
    rotate({ botToken: `xoxb-${serial}` });
    const outcome = await bot.type('alert create');
    expect(outcome.ack).toBe('ok');
    expect(JSON.stringify(bot.slack.views('ana'))).toContain('Duration');
    await bot.slack.dismiss('ana', true);
    expect(starts).toBe(0);
  });

  test('comes while twenty jobs are at work: each is told once', async () => {
    const held = bot.skydesk.aws.faults.next('DynamoDB.UpdateItem', { kind: 'hold' }, 3);
    const telling = sendAll(commands(20));
    await held.reached;
    rotate({ botToken: `xoxb-${serial}` });
    held.release();
    expect(answered(await telling)).toEqual(Array(20).fill(answer));
  });
});

describe('another password at the service', () => {
  const login = 'POST /v2/authentication/login {"username":"skydesk","password":"****"}';
  const change = (): void => {
    bot.skydesk.aws.secrets.put(serviceSecret, { username: 'skydesk', password: `password-${serial}` });
    bot.service.changePassword('skydesk', `password-${serial}`);
    bot.service.expireTokens();
  };

  test('is followed by twenty jobs at once with one login', async () => {
    change();
    const outcome = await sendAll(commands(20));
    expect(answered(outcome)).toEqual(Array(20).fill(answer));
    expect(outcome.asked.filter((asked) => asked === login)).toHaveLength(1);
  });

  test('comes between a preview and its confirmation: the change is made, once', async () => {
    await bot.type('alert create "Disk 95" disk=95 to=ops@example.com');
    change();
    const outcome = await bot.press('decide:confirm');
    expect(text(outcome)).toContain('Alert policy Disk 95 created');
    expect(outcome.requests.filter(({ route }) => route === 'alertPolicies.create')).not.toEqual([]);
    expect(bot.service.state().alertPolicies.filter(({ name }) => name === 'Disk 95')).toHaveLength(1);
    expect(starts).toBe(0);
  });
});
