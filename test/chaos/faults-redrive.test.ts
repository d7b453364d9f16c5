import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redrive } from '../../scripts/redrive.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import { figuresOf } from './figures.ts';

const figures = figuresOf('redrive');
const line = 'fields';
const answer = '3 custom fields in ACME';

let testbed: Testbed;
let said: string[] = [];
beforeAll(async () => {
  testbed = await startTestbed({ workers: 3 });
  await testbed.type('ana', line);
});
afterAll(() => testbed.stop());

const sendOn = (dryRun = false, queues = {}) => {
  said = [];
  const { queueUrl, deadLetterQueueUrl: deadLettersUrl } = testbed.aws;
  const say = (text: string): void => void said.push(text);
  return redrive(testbed.queue, { queueUrl, deadLettersUrl, ...queues }, { dryRun, say });
};

/** Commands whose answer Slack never takes, so that they end in the dead-letter queue. */
async function die(count: number): Promise<void> {
  const away = testbed.slack.fault({ method: 'chat.postEphemeral', error: 'internal_error' });
  for (let time = 0; time < count; time += 1) {
    await testbed.slack.type('ana', 'cloud-ops', `/cloud ${line}`);
  }
  await testbed.settled();
  away.cancel();
  expect(await testbed.deadLetters()).toBe(count);
}

const heard = (cursor: number): number =>
  testbed.notifications(cursor).filter(({ text }) => text.includes(answer)).length;

test('a dry run says what there is, without any text of people, and moves nothing', async () => {
  await die(3);
  expect(await sendOn(true)).toEqual({ moved: 3, left: 0 });
  expect(said).toEqual([
    expect.stringMatching(/^3 of kind command, the oldest of \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    '3 would be redriven. Nothing was moved.',
  ]);
  expect(await testbed.deadLetters()).toBe(3);
  await testbed.forgetDeadLetters();
});

test('a redriven job is answered, once, without another request to the cloud API', async () => {
  await die(3);
  const cursor = testbed.slack.cursor();
  testbed.wire.begin();
  expect(await sendOn()).toEqual({ moved: 3, left: 0 });
  await testbed.settled();
  expect(heard(cursor)).toBe(3);
  expect(testbed.wire.calls.filter(({ side }) => side === 'service')).toEqual([]);
  expect(await testbed.deadLetters()).toBe(0);
  figures.count('redriven', 3);
});

test('SQS names the dead-letter queue of the queue', async () => {
  await die(1);
  const cursor = testbed.slack.cursor();
  expect(await sendOn(false, { deadLettersUrl: undefined })).toEqual({ moved: 1, left: 0 });
  await testbed.settled();
  expect(heard(cursor)).toBe(1);
  figures.count('redriven');
});

test('a message that is no job stays, and is named by its id only', async () => {
  await testbed.again('{"kind":"a secret plan"}');
  await testbed.again('no JSON at all');
  await testbed.settled();
  expect(await sendOn()).toEqual({ moved: 0, left: 2 });
  expect(said).toEqual(
    Array(2).fill(expect.stringMatching(/^Message [\w-]+ isn't a Skydesk job and stays in the queue\.$/)),
  );
  expect(await testbed.deadLetters()).toBe(2);
  await testbed.forgetDeadLetters();
});

test('an empty dead-letter queue is reported', async () => {
  expect(await sendOn()).toEqual({ moved: 0, left: 0 });
  expect(said).toEqual(['The dead-letter queue is empty.']);
});

test('a queue without a dead-letter queue is an error in a sentence', async () => {
  const { QueueUrl } = await testbed.queue.send(new CreateQueueCommand({ QueueName: 'alone' }));
  const alone = new URL(new URL(QueueUrl ?? '').pathname, testbed.aws.queueUrl).href;
  await expect(sendOn(false, { queueUrl: alone, deadLettersUrl: undefined })).rejects.toThrow(
    'The queue has no dead-letter queue.',
  );
});
