import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { AwsOptions, PollerOptions } from '../../../../local/aws/index.ts';
import { localAws } from '../../../support/local-aws.ts';
import { lambdaOf } from './handler-file.ts';

type Handler = (event: SQSEvent) => unknown;

async function mapping(
  handler: Handler,
  { aws: awsOptions, ...options }: Partial<PollerOptions> & { aws?: AwsOptions } = {},
) {
  const { aws, sqs } = await localAws(awsOptions);
  const events: SQSEvent[] = [];
  const errors: unknown[] = [];
  const invoke = async (event: unknown) => {
    events.push(event as SQSEvent);
    return handler(event as SQSEvent);
  };
  const onError = (error: unknown) => errors.push(error);
  const poller = aws.poll({ invoke }, { retryWhenIdle: true, onError, ...options });
  const send = (MessageBody: string, DelaySeconds = 0) =>
    sqs.send(new SendMessageCommand({ QueueUrl: aws.queueUrl, MessageBody, DelaySeconds }));
  const received = () => events.flatMap(({ Records }) => Records.map(({ body }) => body));
  const dead = async () => {
    const QueueUrl = aws.deadLetterQueueUrl;
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    return Messages.map(({ Body }) => Body);
  };
  return { aws, sqs, poller, events, errors, send, received, dead };
}

const failing =
  (...bodies: string[]) =>
  ({ Records }: SQSEvent) => ({
    batchItemFailures: Records.filter(({ body }) => bodies.includes(body)).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  });

test('messages that the function reports as failed come back, the rest of the batch does not', async () => {
  let first = true;
  const { poller, send, received } = await mapping((event) => {
    const bad = event.Records.some(({ body }) => body === 'bad');
    if (!bad || !first) return { batchItemFailures: [] };
    first = false;
    return failing('bad')(event);
  });
  await Promise.all([send('good'), send('bad'), send('fine')]);
  await poller.settled();
  expect(received().sort()).toEqual(['bad', 'bad', 'fine', 'good']);
});

test('a message that failed three times is in the dead-letter queue', async () => {
  const { poller, events, send, dead } = await mapping(failing('bad'));
  await Promise.all([send('bad'), send('good')]);
  await poller.settled();
  const counts = events
    .flatMap(({ Records }) => Records)
    .filter(({ body }) => body === 'bad')
    .map(({ attributes }) => attributes.ApproximateReceiveCount);
  expect(counts).toEqual(['1', '2', '3']);
  expect(await dead()).toEqual(['bad']);
});

test('a message that failed does not come back while another event is in progress', async () => {
  const slow = Promise.withResolvers<unknown>();
  const { poller, send, received } = await mapping(
    (event) => (event.Records.some(({ body }) => body === 'slow') ? slow.promise : failing('bad')(event)),
    { batchSize: 1 },
  );
  await send('slow');
  await expect.poll(received).toEqual(['slow']);
  await Promise.all([send('bad'), send('good'), send('fine')]);
  await expect.poll(() => received().length).toBe(4);
  expect(received().toSorted()).toEqual(['bad', 'fine', 'good', 'slow']);
  slow.resolve({ batchItemFailures: [] });
  await poller.settled();
  expect(received().filter((body) => body === 'bad')).toHaveLength(3);
});

test.each([
  ['an error', () => Promise.reject(new Error('broken'))],
  ['an empty id', () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
  ['an unknown id', () => ({ batchItemFailures: [{ itemIdentifier: 'someone-else' }] })],
  ['a failure without an id', () => ({ batchItemFailures: [{}] })],
  ['failures that are not a list', () => ({ batchItemFailures: 'all' })],
])('%s fails the whole batch', async (_, answer) => {
  const { poller, send, dead } = await mapping(answer, { aws: { maxReceiveCount: 1 } });
  await Promise.all([send('a'), send('b')]);
  await poller.settled();
  expect((await dead()).sort()).toEqual(['a', 'b']);
});

test('delayed messages come in order once they are due by the clock, and do not keep the queue from being settled', async () => {
  let now = 60_000;
  const { aws, poller, send, received } = await mapping(() => undefined, {
    aws: { clock: () => now, holdBack: true },
    concurrency: 1,
  });
  await send('last', 3);
  await send('first', 2);
  const at = async (time: number) => {
    now = time;
    await aws.delayed.deliver();
    await poller.settled();
    return received();
  };
  expect(await at(61_999)).toEqual([]);
  expect(aws.delayed.next()).toBe(62_000);
  expect(await at(62_000)).toEqual(['first']);
  expect(await at(70_000)).toEqual(['first', 'last']);
  expect(aws.delayed.next()).toBeUndefined();
  await expect(send('too long', 901)).rejects.toThrow();
});

test('a message is delivered again when its deletion fails', async () => {
  const { aws, poller, send, received, errors } = await mapping(() => undefined, {
    aws: { visibilitySeconds: 1 },
  });
  aws.faults.next('SQS.DeleteMessageBatch', { kind: 'drop' });
  await send('twice');
  await poller.settled();
  expect(received()).toEqual(['twice', 'twice']);
  expect(errors).toHaveLength(1);
});

test('a worker that is killed leaves its message for the next one', async () => {
  const { aws, sqs } = await localAws();
  const { promise: inside, resolve } = Promise.withResolvers<void>();
  const lambda = await lambdaOf(
    `exports.handler = (event) => {
       if (event.Records[0].attributes.ApproximateReceiveCount !== '1') return Promise.resolve();
       console.log('in');
       return new Promise(() => {});
     }`,
    { onLog: () => resolve(), timeoutMs: 20_000 },
  );
  const poller = aws.poll(lambda, { retryWhenIdle: true });
  await sqs.send(new SendMessageCommand({ QueueUrl: aws.queueUrl, MessageBody: 'x' }));
  await inside;
  expect(await lambda.kill()).toBe(1);
  await poller.settled();
  expect(lambda.running).toBe(0);
});
