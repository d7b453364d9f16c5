import { describe, expect, test } from 'vitest';
import { throttled } from '../../../../local/aws/index.ts';
import { ConditionFailed } from '../../../../src/aws/sdk/dynamodb.ts';
import { idempotencyStoreIn } from '../../../../src/aws/sdk/idempotency-store.ts';
import { localAws } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

async function receipts() {
  const { aws } = await localAws();
  const time = { now: Date.UTC(2026, 10, 21) };
  const clock = () => time.now;
  const one = idempotencyStoreIn<{ said: string }>(ownTable(aws), clock);
  /** Another process with that table. */
  const another = idempotencyStoreIn(ownTable(aws), clock);
  /** Claims the job for a second, once for each of these states, which is the state that the claim finds. */
  const claims = async (...states: readonly string[]): Promise<void> => {
    for (const state of states) expect(await one.claim('a', 1000)).toMatchObject({ state });
  };
  return { aws, time, one, another, claims };
}

test('a job goes from claimed through finished to delivered', async () => {
  const { one, claims } = await receipts();
  await claims('claimed', 'running');
  await one.saveOutcome('a', { said: 'ü😀' });
  await claims('running');
  await one.release('a');
  expect(await one.claim('a', 1000)).toEqual({ state: 'finished', outcome: { said: 'ü😀' } });
  await claims('running');
  await one.markDelivered('a');
  await claims('delivered');
  expect(await one.claim('b', 1000)).toEqual({ state: 'claimed' });
});

test('a job that is given back is claimed as if for the first time', async () => {
  const { one, claims } = await receipts();
  await claims('claimed');
  await one.unclaim('a');
  await claims('claimed', 'running');
  await one.release('a');
  await claims('abandoned');
});

test('a job with a stored outcome can’t be given back', async () => {
  const { one, claims } = await receipts();
  await claims('claimed');
  await one.saveOutcome('a', { said: 'x' });
  await expect(one.unclaim('a')).rejects.toBeInstanceOf(ConditionFailed);
  await one.release('a');
  await claims('finished');
});

test.each([
  ['a takeover follows, once', false, 'abandoned'],
  ['another worker can then deliver what is finished', true, 'finished'],
])('a claim lasts to its last millisecond: %s', async (_, isFinished, state) => {
  const { one, time, claims } = await receipts();
  await claims('claimed');
  if (isFinished) await one.saveOutcome('a', { said: 'x' });
  time.now += 999;
  await claims('running');
  time.now += 1;
  await claims(state, 'running');
  time.now += 1000;
  await claims(state);
});

test.each([
  ['claims', 0, { claimed: 1, running: 19 }],
  ['takeovers', 5000, { abandoned: 1, running: 19 }],
])('of twenty %s at once one wins', async (_, later, states) => {
  const { one, time, claims } = await receipts();
  if (later > 0) await claims('claimed');
  time.now += later;
  const found = await Promise.all(Array.from({ length: 20 }, () => one.claim('a', 1000)));
  const counted: Record<string, number> = {};
  for (const { state } of found) counted[state] = (counted[state] ?? 0) + 1;
  expect(counted).toEqual(states);
});

describe('if the answer of the table is lost', () => {
  test('a claim recognizes itself', async () => {
    const { aws, claims } = await receipts();
    aws.faults.next('DynamoDB.PutItem', { kind: 'lose' });
    await claims('claimed', 'running');
  });

  test.each([
    ['a claim', 'DynamoDB.PutItem', () => Promise.resolve(), 'abandoned'],
    ['a job given back', 'DynamoDB.UpdateItem', 'unclaim', 'claimed'],
    ['a job given back', 'DynamoDB.UpdateItem', 'release', 'abandoned'],
  ] as const)('%s never makes the same process wait', async (_, call, how, state) => {
    const { aws, one, claims } = await receipts();
    if (typeof how === 'string') await claims('claimed');
    aws.faults.next(call, { kind: 'lose' }, 3);
    await expect(typeof how === 'string' ? one[how]('a') : one.claim('a', 1000)).rejects.toThrow();
    await claims(state, 'running');
  });

  test('a takeover recognizes itself', async () => {
    const { aws, time, claims } = await receipts();
    await claims('claimed');
    time.now += 1000;
    aws.faults.next('DynamoDB.UpdateItem', { kind: 'lose' });
    await claims('abandoned');
  });
});

describe.each([
  ['given back', 'unclaim'],
  ['let go', 'release'],
] as const)('a job that is %s', (_, how) => {
  test('too late is not free: another process holds it', async () => {
    const { one, another, time, claims } = await receipts();
    await claims('claimed');
    time.now += 1000;
    expect(await another.claim('a', 1000)).toEqual({ state: 'abandoned' });
    await expect(one[how]('a')).rejects.toBeInstanceOf(ConditionFailed);
    await claims('running');
  });

  test('stays as it is if this process could not claim it', async () => {
    const { aws, one, another, claims } = await receipts();
    await another.claim('a', 1000);
    aws.faults.next('DynamoDB.PutItem', throttled, 3);
    await expect(one.claim('a', 1000)).rejects.toThrow();
    await one[how]('a');
    await claims('running');
  });
});

test('a refusal of the table does not count as a claim', async () => {
  const { aws, one, claims } = await receipts();
  aws.faults.next('DynamoDB.PutItem', throttled, 3);
  await expect(one.claim('a', 1000)).rejects.toThrow();
  await claims('claimed');
});
