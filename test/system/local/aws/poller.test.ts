import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import type { AwsOptions, PollerOptions } from '../../../../local/aws/index.ts';
import { localAws } from '../../../unit/local/aws/local-aws.ts';
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
  const poller = aws.poll({ invoke }, { retryAtOnce: true, onError, ...options });
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

test('a message arrives as the event that Lambda makes of it', async () => {
  const { aws, sqs, poller, events } = await mapping(() => undefined);
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: aws.queueUrl,
      MessageBody: 'héllo',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'job' } },
    }),
  );
  await poller.settled();
  expect(events).toEqual([
    {
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: 'héllo',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: expect.any(String),
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          },
          messageAttributes: {
            kind: { stringValue: 'job', stringListValues: [], binaryListValues: [], dataType: 'String' },
          },
          md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
          md5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:skydesk',
          awsRegion: 'eu-west-1',
        },
      ],
    },
  ]);
});

test('no event is larger than the batch size', async () => {
  const { aws, sqs } = await localAws();
  const sizes: number[] = [];
  const invoke = async (event: unknown) => sizes.push((event as SQSEvent).Records.length);
  for (const MessageBody of ['a', 'b', 'c', 'd', 'e']) {
    await sqs.send(new SendMessageCommand({ QueueUrl: aws.queueUrl, MessageBody }));
  }
  await aws.poll({ invoke }, { batchSize: 2, concurrency: 1 }).settled();
  expect(sizes).toEqual([2, 2, 1]);
});

test('a stopped poller takes no more messages', async () => {
  const { aws, sqs, poller, send, received } = await mapping(() => undefined);
  await send('before');
  await poller.settled();
  await poller.stop();
  await send('after');
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: aws.queueUrl }));
  expect(Messages).toMatchObject([{ Body: 'after' }]);
  expect(received()).toEqual(['before']);
});

test('what the function reports as failed comes back, the rest of the batch does not', async () => {
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

test('after three receives a failed message lies in the dead-letter queue', async () => {
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

test.each([
  ['an error', () => Promise.reject(new Error('broken'))],
  ['an empty id', () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
  ['an unknown id', () => ({ batchItemFailures: [{ itemIdentifier: 'someone-else' }] })],
  ['a failure without an id', () => ({ batchItemFailures: [{}] })],
  ['failures that are no list', () => ({ batchItemFailures: 'all' })],
])('%s fails the whole batch', async (_, answer) => {
  const { poller, send, dead } = await mapping(answer, { aws: { maxReceiveCount: 1 } });
  await Promise.all([send('a'), send('b')]);
  await poller.settled();
  expect((await dead()).sort()).toEqual(['a', 'b']);
});

test.each([[undefined], [null], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
  'the result %j means that all went well',
  async (result) => {
    const { poller, send, received, dead } = await mapping(() => result);
    await send('a');
    await poller.settled();
    expect(received()).toEqual(['a']);
    expect(await dead()).toEqual([]);
  },
);

test('a failed message stays hidden for the visibility timeout', async () => {
  const { poller, events, send } = await mapping(failing('bad'), {
    retryAtOnce: false,
    aws: { visibilitySeconds: 1, maxReceiveCount: 2 },
  });
  await send('bad');
  await poller.settled();
  expect(events).toHaveLength(2);
  const [first, second] = events.map(({ Records }) => Records[0]?.attributes);
  expect(first?.ApproximateFirstReceiveTimestamp).toBe(second?.ApproximateFirstReceiveTimestamp);
});

test('events are in work side by side, up to the limit', async () => {
  let inWork = 0;
  let most = 0;
  const { promise: three, resolve } = Promise.withResolvers<void>();
  const { poller, send, received } = await mapping(
    async () => {
      inWork += 1;
      most = Math.max(most, inWork);
      if (inWork === 3) resolve();
      await three;
      inWork -= 1;
    },
    { batchSize: 1, concurrency: 3 },
  );
  await Promise.all(Array.from({ length: 9 }, (_, index) => send(String(index))));
  await poller.settled();
  expect(received()).toHaveLength(9);
  expect(most).toBe(3);
});

test('messages with a delay come in their order once they are due by the clock, and do not keep the queue from being settled', async () => {
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

test('the poller outlives a queue that does not answer', async () => {
  const { aws, poller, send, received, errors } = await mapping(() => undefined);
  aws.faults.next('SQS.ReceiveMessage', { kind: 'drop' }, 4);
  await vi.waitFor(() => expect(errors).toHaveLength(4), 50_000);
  await send('still here');
  await poller.settled();
  expect(received()).toEqual(['still here']);
});

test('a worker that is killed in the middle leaves its message for the next', async () => {
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
  const poller = aws.poll(lambda, { retryAtOnce: true });
  await sqs.send(new SendMessageCommand({ QueueUrl: aws.queueUrl, MessageBody: 'x' }));
  await inside;
  expect(await lambda.kill()).toBe(1);
  await poller.settled();
  expect(lambda.running).toBe(0);
});
