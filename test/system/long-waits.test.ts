import { describe, expect, test, vi } from 'vitest';
import { createLambda } from '../../src/playground/aws/index.ts';
import { botUnderTest, changes, explained, type Outcome } from './bot.ts';

/**
 * What takes seconds because somebody has to wait for somebody: each with a bot of its own, all at the same time.
 * Messages come again as deployed: once a worker that takes 3 s at most, and its lease of 2 s more, have ended.
 */
const asDeployed = { workers: 1, workerTimeoutMs: 3_000, visibilitySeconds: 6, createFunction: createLambda };

const makeDisk95 = 'alert create "Disk 95" disk=95 to=ops@example.com';

describe.concurrent('a service that does not answer in time', () => {
  const bot = botUnderTest({ alone: true });

  test('a read changed nothing, a change is in doubt', async () => {
    await bot.type(makeDisk95);
    bot.service.fail({ route: 'alertPolicies.create', how: 'hang', after: true, times: 9 });
    bot.service.fail({ route: 'customFields.list', how: 'hang', times: 9 });
    const outcome = await bot.outcomeOf(async () => {
      const [pressed, typed] = await Promise.all([
        bot.slack.press('ana', 'Confirm'),
        bot.slack.type('ben', 'cloud-ops', '/cloud fields'),
      ]);
      return typed?.ok ? pressed : typed;
    });

    expect(outcome.ack).toBe('ok');
    expect(outcome.said.map(({ to, lines }) => ({ to, lines }))).toEqual([
      {
        to: 'only ben',
        lines: [
          '❌ The cloud service did not answer in time.',
          'Nothing was changed. Try again in a minute.',
          '[Try again]',
        ],
      },
      {
        to: 'only ana',
        lines: [
          '❌ The cloud service did not answer in time.',
          '⚠️ It is not known whether the change was made. It was not tried again.',
          'See how things stand before you repeat it: /cloud alert list',
        ],
      },
    ]);
    expect(changes(outcome)).toHaveLength(1);
    expect(outcome.asked.filter((asked) => asked.includes('customFields'))).toHaveLength(1);
    expect(explained).toEqual(expect.arrayContaining([...new Set(outcome.logged)]));
  });
});

describe.concurrent('a message that comes twice', () => {
  const bot = botUnderTest(asDeployed);

  test('is neither done nor answered twice', async () => {
    await bot.type(makeDisk95);
    const { faults } = bot.desk.aws;
    const before = faults.calls('SQS.DeleteMessageBatch');
    faults.next('SQS.DeleteMessageBatch', { kind: 'drop' });
    const outcome = await bot.press('Confirm');
    expect(faults.calls('SQS.DeleteMessageBatch')).toBe(before + 2);
    expect(changes(outcome)).toHaveLength(1);
    expect(outcome.said.map(({ to }) => to)).toEqual(['only ana', '#cloud-ops']);
  });
});

describe.concurrent('a worker that dies on a confirmed change while the service works', () => {
  const bot = botUnderTest(asDeployed);

  test('leaves it in doubt', async () => {
    await bot.type(makeDisk95);
    bot.service.fail({ route: 'alertPolicies.create', how: 'hang', after: true });
    const outcome = await bot.outcomeOf(async () => {
      const ack = await bot.slack.press('ana', 'Confirm');
      await vi.waitFor(
        () => expect(bot.service.requests().at(-1)?.route).toBe('alertPolicies.create'),
        10_000,
      );
      expect(await bot.desk.worker.kill()).toBe(1);
      return ack;
    });
    expectInDoubt(outcome);
  });
});

describe.concurrent('a worker that dies before it wrote down how a change ended', () => {
  const bot = botUnderTest(asDeployed);

  test('leaves it in doubt', async () => {
    await bot.type(makeDisk95);
    const { faults } = bot.desk.aws;
    faults.next('DynamoDB.UpdateItem', { kind: 'delay', ms: 0 });
    const outcomeOfJob = faults.next('DynamoDB.UpdateItem', { kind: 'hold' });
    const outcome = await bot.outcomeOf(async () => {
      const ack = await bot.slack.press('ana', 'Confirm');
      await outcomeOfJob.reached;
      expect(await bot.desk.worker.kill()).toBe(1);
      await outcomeOfJob.abandoned;
      outcomeOfJob.release();
      return ack;
    });
    expectInDoubt(outcome);
  });
});

describe.concurrent('a worker that dies while it puts the end of a change on record', () => {
  const bot = botUnderTest(asDeployed);

  test('leaves one end, told once', async () => {
    await bot.type(makeDisk95);
    const { faults } = bot.desk.aws;
    // *Started* passes.
    faults.next('DynamoDB.TransactWriteItems', { kind: 'delay', ms: 0 });
    const held = faults.next('DynamoDB.TransactWriteItems', { kind: 'hold' });
    const outcome = await bot.outcomeOf(async () => {
      const ack = await bot.slack.press('ana', 'Confirm');
      await held.reached;
      expect(await bot.desk.worker.kill()).toBe(1);
      await held.abandoned;
      held.release();
      return ack;
    });
    expect(changes(outcome)).toHaveLength(1);
    expect(outcome.said.map(({ to, lines }) => [to, lines[0]])).toEqual([
      ['only ana', expect.stringMatching(/^✅ Confirmed: make alert policy “Disk 95”/)],
      ['#cloud-ops', '✅ Made alert policy Disk 95.'],
    ]);
    const { said } = await bot.type('history');
    const events = (said[0]?.lines ?? []).flatMap((line) => /@ana · (\w+) · /.exec(line)?.[1] ?? []);
    expect(events).toEqual(['done', 'started', 'asked']);
  });
});

describe.concurrent('a day on which every call to AWS takes too long', () => {
  const bot = botUnderTest({ alone: true });

  test('still gets its private answer inside the three seconds', async () => {
    await bot.desk.receiver.coldStart();
    const { faults } = bot.desk.aws;
    faults.next('SecretsManager.GetSecretValue', { kind: 'hold' });
    faults.next('SecretsManager.GetSecretValue', { kind: 'delay', ms: 700 });
    faults.next('SQS.SendMessage', { kind: 'hold' }, 2);
    const outcome = await bot.type('fields');
    expect(outcome.ack).toBe('ok');
    expect(outcome.said.map(({ to, lines }) => ({ to, lines }))).toEqual([
      {
        to: 'only ana',
        lines: [
          '❌ Skydesk could not take this command just now. Nothing was changed. Try again in a minute.',
        ],
      },
    ]);
    expect(outcome.requests).toEqual([]);
  });
});

/** The change was sent once, and its asker reads that nobody knows. */
function expectInDoubt(outcome: Outcome): void {
  expect(outcome.ack).toBe('ok');
  expect(changes(outcome)).toHaveLength(1);
  expect(outcome.said.map(({ to, lines }) => ({ to, lines }))).toEqual([
    {
      to: 'only ana',
      lines: [
        '❌ Skydesk was interrupted when it was about to make alert policy “Disk 95” (disk at 95 % for 5 min) that tells ops@example.com.',
        '⚠️ It is not known whether the change was made. It was not tried again.',
        'See how things stand before you repeat it: /cloud alert list',
      ],
    },
  ]);
}
