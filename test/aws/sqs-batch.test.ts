import { expect, test } from 'vitest';
import { eachRecord } from '../../src/aws/sqs-batch.ts';

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
    { event: 'record returns to the queue', message: 'm1', error: 'TypeError' },
    { event: 'record returns to the queue', message: 'm3', error: 'undefined' },
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

test('no records are no failures', async () => {
  expect(
    await eachRecord(
      batch(),
      () => {},
      async () => {},
    ),
  ).toEqual({ batchItemFailures: [] });
});
