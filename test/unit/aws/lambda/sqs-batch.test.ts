import { expect, test } from 'vitest';
import { eachRecord, maxDeliveries } from '../../../../src/aws/lambda/sqs-batch.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';

const batch = (...bodies: string[]) => ({
  Records: bodies.map((body, at) => ({ messageId: `m${at}`, body })),
});

test('only what failed comes again', async () => {
  const logged: unknown[] = [];
  const answer = await eachRecord(
    batch('good', 'bad', 'good', 'odd'),
    (event, facts) => logged.push({ event, ...facts }),
    async (body) => {
      if (body === 'bad') throw new TypeError('a secret word');
      if (body === 'odd') throw undefined;
    },
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm3' }] });
  expect(logged).toEqual([
    {
      event: 'record returns to the queue',
      record: 'm1',
      error: expect.stringMatching(/^TypeError at sqs-batch\.test\.ts:/),
      seconds: 1,
    },
    { event: 'record returns to the queue', record: 'm3', error: 'undefined', seconds: 1 },
  ]);
});

test('what throws at once is no different', async () => {
  const answer = await eachRecord(
    batch('x', 'y'),
    () => {},
    (body) => {
      if (body === 'x') JSON.parse('{');
      return Promise.resolve();
    },
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
});

test('records are handled side by side', async () => {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const answer = await eachRecord(
    batch('x', 'y'),
    () => {},
    () => {
      begun += 1;
      if (begun === 2) both.resolve();
      return both.promise;
    },
  );
  expect(answer).toEqual({ batchItemFailures: [] });
});

test('a message that failed comes again soon, then ever later, but not after more than six minutes', async () => {
  const asked: [string, number][] = [];
  const record = (times: number) => ({
    messageId: `m${times}`,
    body: '',
    receiptHandle: `r${times}`,
    attributes: { ApproximateReceiveCount: String(times) },
  });
  const { batchItemFailures } = await eachRecord(
    { Records: [1, 2, 3, 4, 5, 8].map(record) },
    () => {},
    () => Promise.reject(new Error('down')),
    async (handle, seconds) => {
      asked.push([handle, seconds]);
    },
  );
  expect(batchItemFailures).toHaveLength(6);
  expect(asked).toEqual([
    ['r1', 1],
    ['r2', 4],
    ['r3', 16],
    ['r4', 64],
    ['r5', 256],
    ['r8', 360],
  ]);
});

test.each([
  ['is asked for sooner than the message comes anyway', 2, 3, 4],
  ['is asked for later', 1, 30, 30],
  ['is no whole number', 1, 30.2, 31],
  ['is asked for later than anybody waits', 1, 9000, 900],
  ['is asked for after many deliveries', 5, 30, 256],
])('a pause that %s', async (_, received, retryAfter, seconds) => {
  const asked: number[] = [];
  const attributes = { ApproximateReceiveCount: String(received) };
  await eachRecord(
    { Records: [{ messageId: 'm1', body: '', attributes }] },
    () => {},
    () => Promise.reject(new Unavailable('Slack didn’t respond.', retryAfter)),
    async (_handle, wanted) => void asked.push(wanted),
  );
  expect(asked).toEqual([seconds]);
});

test('what handles a message knows when it is the last time', async () => {
  const last: boolean[] = [];
  const record = (times: number) => ({
    messageId: `m${times}`,
    body: '',
    attributes: { ApproximateReceiveCount: String(times) },
  });
  await eachRecord(
    { Records: [{ messageId: 'm0', body: '' }, ...[1, maxDeliveries - 1, maxDeliveries].map(record)] },
    () => {},
    async (_, { isLast }) => void last.push(isLast),
  );
  expect(last).toEqual([false, false, false, true]);
});

test('a queue that cannot be told so keeps the message for its usual time', async () => {
  const logged: string[] = [];
  const answer = await eachRecord(
    { Records: [{ messageId: 'm1', body: '' }] },
    (event) => logged.push(event),
    () => Promise.reject(new Error('down')),
    () => Promise.reject(new Error('down too')),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
  expect(logged).toEqual(['record returns to the queue', 'record returns late']);
});
