import { expect, test } from 'vitest';
import { eachRecord, maxDeliveries, type ReadWork } from '../../../../src/aws/lambda/sqs-batch.ts';
import { correlation } from '../../../../src/core/correlation.ts';
import { type DeliveryAttempt, Unavailable } from '../../../../src/core/unavailable.ts';

/** Reads each message as work without ids, which handles its body. */
const handling =
  (handle: (body: string, delivery: DeliveryAttempt) => Promise<void>): ReadWork =>
  (body) => ({ act: (delivery) => handle(body, delivery) });

const batch = (...bodies: string[]) => ({
  Records: bodies.map((body, at) => ({ messageId: `m${at}`, body })),
});

test('only failed messages are delivered again', async () => {
  const logged: unknown[] = [];
  const answer = await eachRecord(
    batch('good', 'bad', 'good', 'odd'),
    (event, facts) => logged.push({ event, ...facts }),
    handling(async (body) => {
      if (body === 'bad') throw new TypeError('a secret word');
      if (body === 'odd') throw undefined;
    }),
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

test('a message that can’t be read counts as a failure, too', async () => {
  const answer = await eachRecord(
    batch('x', 'y'),
    () => {},
    (body) => {
      if (body === 'x') JSON.parse('{');
      return { act: () => Promise.resolve() };
    },
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
});

test('what a message asks for is named on all lines about it, up to its return to the queue', async () => {
  const logged: unknown[] = [];
  const log = (event: string) => logged.push([event, correlation()]);
  const ids = (body: string) => ({ correlation_id: body, came_from: 'a1' });
  await eachRecord(
    batch('j1', 'j2'),
    log,
    (body) => ({
      ids: ids(body),
      async act() {
        log('acts');
        if (body === 'j2') throw new Error('down');
      },
    }),
    () => Promise.reject(new Error('down too')),
  );
  expect(logged).toEqual([
    ['acts', ids('j1')],
    ['acts', ids('j2')],
    ['record returns to the queue', ids('j2')],
    ['record returns late', ids('j2')],
  ]);
});

test('messages are handled concurrently', async () => {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const answer = await eachRecord(
    batch('x', 'y'),
    () => {},
    handling(() => {
      begun += 1;
      if (begun === 2) both.resolve();
      return both.promise;
    }),
  );
  expect(answer).toEqual({ batchItemFailures: [] });
});

test('a failed message comes back soon, then later each time, but within six minutes', async () => {
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
    handling(() => Promise.reject(new Error('down'))),
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
  ['is shorter than the usual one', 2, 3, 4],
  ['is longer', 1, 30, 30],
  ['is no whole number', 1, 30.2, 31],
  ['is longer than the maximum', 1, 9000, 900],
  ['follows many deliveries', 5, 30, 256],
])('a pause that %s', async (_, received, retryAfter, seconds) => {
  const asked: number[] = [];
  const attributes = { ApproximateReceiveCount: String(received) };
  await eachRecord(
    { Records: [{ messageId: 'm1', body: '', attributes }] },
    () => {},
    handling(() => Promise.reject(new Unavailable('Slack didn’t respond.', retryAfter))),
    async (_handle, wanted) => void asked.push(wanted),
  );
  expect(asked).toEqual([seconds]);
});

test('a handler knows if it has the last delivery', async () => {
  const last: boolean[] = [];
  const record = (times: number) => ({
    messageId: `m${times}`,
    body: '',
    attributes: { ApproximateReceiveCount: String(times) },
  });
  await eachRecord(
    { Records: [{ messageId: 'm0', body: '' }, ...[1, maxDeliveries - 1, maxDeliveries].map(record)] },
    () => {},
    handling(async (_, { isLast }) => void last.push(isLast)),
  );
  expect(last).toEqual([false, false, false, true]);
});

test('a message whose delay can’t be set stays hidden for the usual time', async () => {
  const logged: string[] = [];
  const answer = await eachRecord(
    { Records: [{ messageId: 'm1', body: '' }] },
    (event) => logged.push(event),
    handling(() => Promise.reject(new Error('down'))),
    () => Promise.reject(new Error('down too')),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
  expect(logged).toEqual(['record returns to the queue', 'record returns late']);
});
