import { describe, expect, test } from 'vitest';
import { throttled } from '../../../../local/aws/index.ts';
import { ConditionFailed } from '../../../../src/aws/sdk/dynamodb.ts';
import { idempotencyStoreIn } from '../../../../src/aws/sdk/idempotency-store.ts';
import { localAws, ownTable } from '../../local/aws/local-aws.ts';

async function receipts() {
  const { aws } = await localAws();
  const time = { now: Date.UTC(2026, 10, 21) };
  const one = idempotencyStoreIn<{ said: string }>(ownTable(aws), () => time.now);
  return { aws, time, one };
}

test('a job goes from claimed over finished to told', async () => {
  const { one } = await receipts();
  expect(await one.claim('a', 1000)).toEqual({ state: 'claimed' });
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  await one.saveOutcome('a', { said: 'ü😀' });
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  await one.release('a');
  expect(await one.claim('a', 1000)).toEqual({ state: 'finished', outcome: { said: 'ü😀' } });
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  await one.markDelivered('a');
  expect(await one.claim('a', 1000)).toEqual({ state: 'delivered' });
  expect(await one.claim('b', 1000)).toEqual({ state: 'claimed' });
});

test('a job that is given back is claimed as if nobody had had it', async () => {
  const { one } = await receipts();
  await one.claim('a', 1000);
  await one.unclaim('a');
  expect(await one.claim('a', 1000)).toEqual({ state: 'claimed' });
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  await one.release('a');
  expect(await one.claim('a', 1000)).toEqual({ state: 'abandoned' });
});

test('a job whose outcome is kept cannot be given back', async () => {
  const { one } = await receipts();
  await one.claim('a', 1000);
  await one.saveOutcome('a', { said: 'x' });
  await expect(one.unclaim('a')).rejects.toBeInstanceOf(ConditionFailed);
  await one.release('a');
  expect(await one.claim('a', 1000)).toEqual({ state: 'finished', outcome: { said: 'x' } });
});

test('a lease holds to its last millisecond, and is taken over once after it', async () => {
  const { one, time } = await receipts();
  await one.claim('a', 1000);
  time.now += 999;
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  time.now += 1;
  expect(await one.claim('a', 1000)).toEqual({ state: 'abandoned' });
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  time.now += 1000;
  expect(await one.claim('a', 1000)).toEqual({ state: 'abandoned' });
});

test('what is finished can be told by another worker once the lease of the one that finished it has ended', async () => {
  const { one, time } = await receipts();
  await one.claim('a', 1000);
  await one.saveOutcome('a', { said: 'x' });
  time.now += 999;
  expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  time.now += 1;
  expect(await one.claim('a', 1000)).toEqual({ state: 'finished', outcome: { said: 'x' } });
});

const states = async (claims: Promise<{ state: string }>[]): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(await Promise.all(claims), ({ state }) => state)).map(([state, all]) => [
      state,
      all?.length ?? 0,
    ]),
  );

test('of twenty claims at once one wins', async () => {
  const { one } = await receipts();
  const claims = Array.from({ length: 20 }, () => one.claim('a', 1000));
  expect(await states(claims)).toEqual({ claimed: 1, running: 19 });
});

test('of twenty that take over at once one wins', async () => {
  const { one, time } = await receipts();
  await one.claim('a', 1000);
  time.now += 5000;
  const claims = Array.from({ length: 20 }, () => one.claim('a', 1000));
  expect(await states(claims)).toEqual({ abandoned: 1, running: 19 });
});

describe('when the answer of the table is lost', () => {
  test('a claim knows itself again', async () => {
    const { aws, one } = await receipts();
    aws.faults.next('DynamoDB.PutItem', { kind: 'lose' });
    expect(await one.claim('a', 1000)).toEqual({ state: 'claimed' });
    expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  });

  test.each([
    ['a claim', 'DynamoDB.PutItem', () => Promise.resolve(), 'abandoned'],
    ['a job given back', 'DynamoDB.UpdateItem', 'unclaim', 'claimed'],
    ['a job let go', 'DynamoDB.UpdateItem', 'release', 'abandoned'],
  ] as const)('each time, %s does not keep the same process waiting', async (_, call, how, state) => {
    const { aws, one } = await receipts();
    if (typeof how === 'string') await one.claim('a', 1000);
    aws.faults.next(call, { kind: 'lose' }, 3);
    await expect(typeof how === 'string' ? one[how]('a') : one.claim('a', 1000)).rejects.toThrow();
    expect(await one.claim('a', 1000)).toEqual({ state });
    expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  });

  test.each([
    ['given back', 'unclaim'],
    ['let go', 'release'],
  ] as const)('nor is a job free that another process holds when it is %s too late', async (_, how) => {
    const { aws, one, time } = await receipts();
    await one.claim('a', 1000);
    time.now += 1000;
    const another = idempotencyStoreIn(ownTable(aws), () => time.now);
    expect(await another.claim('a', 1000)).toEqual({ state: 'abandoned' });
    await expect(one[how]('a')).rejects.toBeInstanceOf(ConditionFailed);
    expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  });

  test('a takeover knows itself again', async () => {
    const { aws, one, time } = await receipts();
    await one.claim('a', 1000);
    time.now += 1000;
    aws.faults.next('DynamoDB.UpdateItem', { kind: 'lose' });
    expect(await one.claim('a', 1000)).toEqual({ state: 'abandoned' });
  });
});

test.each(['unclaim', 'release'] as const)(
  '%s leaves a job alone that this process could not claim',
  async (how) => {
    const { aws, one, time } = await receipts();
    const another = idempotencyStoreIn(ownTable(aws), () => time.now);
    await another.claim('a', 1000);
    aws.faults.next('DynamoDB.PutItem', throttled, 3);
    await expect(one.claim('a', 1000)).rejects.toThrow();
    await one[how]('a');
    expect(await one.claim('a', 1000)).toEqual({ state: 'running' });
  },
);

test('what the table refuses is not taken for a receipt', async () => {
  const { aws, one } = await receipts();
  aws.faults.next('DynamoDB.PutItem', throttled, 3);
  await expect(one.claim('a', 1000)).rejects.toThrow();
  expect(await one.claim('a', 1000)).toEqual({ state: 'claimed' });
});
