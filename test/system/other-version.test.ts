import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { maxDeliveries } from '../../src/aws/lambda/sqs-batch.ts';
import { messageVersion } from '../../src/queue/message-version.ts';
import { startTestSkydesk } from '../support/index.ts';

/* Messages that a later version has sent, to a worker that can't read them. */

const logs: string[] = [];
const bot = await startTestSkydesk({ alone: true, onLog: ({ text }) => logs.push(text) });
afterAll(() => bot.stop());
beforeEach(() => bot.fresh());

/** Delivers a message of the next version to the worker. Resolves to whether it returns to the queue. */
async function delivered(message: object, received: number): Promise<boolean> {
  const body = JSON.stringify({ ...message, v: messageVersion + 1 });
  const attributes = { ApproximateReceiveCount: String(received) };
  const record = { messageId: randomUUID(), receiptHandle: 'none', body, attributes };
  const response = await bot.worker.invoke({ Records: [record] });
  await bot.settled({ delayed: false });
  return JSON.stringify(response).includes(record.messageId);
}

const replyTo = { channel: 'D0BEN', person: 'U0BEN' };

test('a vote is left to another worker, and at last its approver reads that it did not count', async () => {
  const line = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="The shop needs it"';
  const change = await bot.ask('ana', line);
  const vote = { id: 'vote-2', team: 'T0SKYDESK', replyTo, kind: 'vote', change, vote: 'approve' };
  expect(await delivered(vote, 1)).toBe(true);
  expect(await bot.ledger(change)).toHaveLength(1);
  expect(await delivered(vote, maxDeliveries)).toBe(false);
  expect(bot.last('ben')).toContain('changed in a newer version');
  expect(await bot.ledger(change)).toHaveLength(1);
});

test('the job of a step is left to another worker, and at last what is due about its change is done', async () => {
  const line = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="The shop needs it"';
  const change = await bot.ask('ana', line);
  const execution = { id: 'run-2', team: 'T0SKYDESK', replyTo, kind: 'execute', change, index: 0 };
  expect(await delivered(execution, 1)).toBe(true);
  expect(await delivered(execution, maxDeliveries)).toBe(false);
  const last = logs.flatMap((text) => (text.includes('message not understood') ? [JSON.parse(text)] : []));
  expect(last.at(-1)).toMatchObject({ kind: 'reconcile', came_from: change });
});

test('what is no job of Skydesk stays in the queue, and gets into the dead-letter queue', async () => {
  expect(await delivered({ hello: 'world' }, maxDeliveries)).toBe(true);
});
