import { afterAll, describe, expect, test, vi } from 'vitest';
import { createLambda, environmentOf, type LambdaOptions } from '../../local/aws/index.ts';
import {
  changes,
  expectNotTaken,
  explained,
  freshSkydesk,
  inTestTime,
  movableClock,
  type Said,
} from '../support/index.ts';

/*
 * Time limits in the built functions. Their clock is set forward, or they wait a part of the real time: anything that hangs
 * here hangs for ever, so only a limit ends it.
 */

/** Functions in processes of their own, since only those can be killed, preloaded or run out of time. */
const processes = (environment: Readonly<Record<string, string>>) => (options: LambdaOptions) =>
  createLambda({
    ...options,
    environment: (instance) => ({
      ...environmentOf(options, instance),
      ...(options.name === 'worker' && environment),
    }),
  });

const makeDisk95 = 'alert create "Disk 95" disk=95 to=ops@example.com';

describe('a cloud API that does not respond in time', async () => {
  // The service’s limits are 8 and 20 seconds; nothing else is waited for that long. One worker is logged in by its first
  // command: a login of another could take longer than a tenth of its limit.
  const bot = await freshSkydesk({
    workers: 1,
    createFunction: processes({ ...inTestTime, HURRY: '10', HURRY_FROM: '8000' }),
  });

  test('leaves nothing changed by a read, and a change in doubt', async () => {
    await bot.type('ana', makeDisk95);
    bot.cloud.control.fail({ route: 'alertPolicies.create', how: 'hang', after: true, times: 9 });
    bot.cloud.control.fail({ route: 'customFields.list', how: 'hang', times: 9 });
    const outcome = await bot.outcomeOf(async () => {
      const [pressed, typed] = await Promise.all([
        bot.slack.press('ana', 'decide:confirm'),
        bot.slack.type('ben', 'cloud-ops', '/cloud fields'),
      ]);
      return typed?.ok ? pressed : typed;
    });

    expect(outcome.ack).toBe('ok');
    // The one that gives up first is not determined.
    const isNotice = ({ lines: [line = ''] }: Said): boolean =>
      line === 'Asking the cloud API…' || line.endsWith('The answer comes below.');
    expect(outcome.said.filter(isNotice).map(({ to }) => to)).toContain('only ana');
    const answers = outcome.said.filter((one) => !isNotice(one));
    const said = new Map(answers.map(({ to, lines }) => [to, lines]));
    expect(answers).toHaveLength(2);
    expect(said.get('only ben')).toEqual([
      '❌ The cloud API didn’t respond in time.',
      'Try again in a minute.',
      '[Try Again]',
    ]);
    expect(said.get('#cloud-ops')).toEqual([
      '⚠️ Not known if created: alert policy Disk 95',
      '⚠️ The cloud API didn’t respond in time.',
      'Outcome unknown. Skydesk didn’t try again.',
      'Check before you run it again: /cloud alert list',
      expect.stringMatching(/^@ana \(ana\) · \/cloud alert create "Disk 95"/),
    ]);
    expect(changes(outcome)).toHaveLength(1);
    expect(outcome.asked.filter((asked) => asked.includes('customFields'))).toHaveLength(1);
    expect(explained).toEqual(expect.arrayContaining([...new Set(outcome.logged)]));
  });
});

describe('a worker that dies', async () => {
  const clock = movableClock();
  afterAll(clock.remove);
  const bot = await freshSkydesk({ workers: 1, createFunction: processes(clock.environment) });

  test('during a confirmed change leaves it in doubt', async () => {
    await bot.type('ana', makeDisk95);
    bot.cloud.control.fail({ route: 'alertPolicies.create', how: 'hang', after: true });
    const outcome = await bot.outcomeOf(async () => {
      const ack = await bot.slack.press('ana', 'decide:confirm');
      await vi.waitFor(
        () => expect(bot.cloud.control.requests().at(-1)?.route).toBe('alertPolicies.create'),
        50_000,
      );
      // Its message comes again at once, and by then its claim has expired.
      clock.later(65_000);
      expect(await bot.worker.kill()).toBe(1);
      return ack;
    });
    expect(outcome.ack).toBe('ok');
    expect(changes(outcome)).toHaveLength(1);
    expect(outcome.said.map(({ to, lines }) => ({ to, lines }))).toEqual([
      {
        to: '#cloud-ops',
        lines: [
          '⚠️ Not known if created: alert policy Disk 95',
          '⚠️ Skydesk was interrupted during this change: Create alert policy Disk 95 · disk ≥ 95% for 5 min · notifies ops@example.com.',
          'Outcome unknown. Skydesk didn’t try again.',
          'Check before you run it again: /cloud alert list',
          expect.stringMatching(/^@ana \(ana\) · \/cloud alert create "Disk 95"/),
        ],
      },
    ]);
  });
});

describe('a day on which every call to AWS takes too long', async () => {
  const bot = await freshSkydesk({ alone: true });

  test('still has a private answer within three seconds', async () => {
    await bot.receiver.coldStart();
    const { faults } = bot.aws;
    faults.next('SecretsManager.GetSecretValue', { kind: 'hold' });
    faults.next('SQS.SendMessage', { kind: 'hold' }, 2);
    expectNotTaken(await bot.type('ana', 'fields'));
  });
});
