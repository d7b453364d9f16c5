import { expect, test } from 'vitest';
import { callLimitIn, maxCallsPerMinute } from '../../../../src/aws/sdk/call-limit-store.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

const local = awsOfFile();

/** A person's limit, with a clock that begins `second` seconds into a minute. */
function limitOf(person: string, second: number) {
  const state = { now: Date.UTC(2026, 10, 21) + second * 1000 };
  const limit = callLimitIn(ownTable(local.aws), () => state.now);
  const take = () => limit.take(person);
  /** How many of this many simultaneous calls pass. */
  const allowed = async (calls: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: calls }, take));
    return answers.filter((seconds) => seconds === undefined).length;
  };
  return { state, limit, take, allowed };
}

test('of many calls at once, as many pass as fit into a minute, and the others learn when one more can', async () => {
  const { state, limit, take } = limitOf('U0ANA', 15.5);
  const answers = await Promise.all(Array.from({ length: maxCallsPerMinute + 3 }, take));
  expect(answers.filter((seconds) => seconds === undefined)).toHaveLength(maxCallsPerMinute);
  expect(answers.filter((seconds) => seconds !== undefined)).toEqual([45, 45, 45]);
  expect(await limit.take('U0BEN')).toBeUndefined();
  state.now += 45_000;
  expect(await take()).toBeUndefined();
});

test('around the end of a minute, no more calls pass than within one minute', async () => {
  const { state, allowed } = limitOf('U0CORA', 59);
  expect(await allowed(maxCallsPerMinute)).toBe(maxCallsPerMinute);
  state.now += 2000;
  expect(await allowed(maxCallsPerMinute)).toBe(1);
  state.now += 29_000;
  expect(await allowed(maxCallsPerMinute)).toBe(maxCallsPerMinute / 2 - 1);
});

test.each<[string, number, number, number]>([
  ['at the beginning of a minute', 0, 0, 60],
  ['within it', 20, 0, 40],
  ['after a full one', 45, 30, 2],
  ['long after a full one', 59, 50, 2],
])('a call that is refused %s passes after the seconds in its refusal', async (_, second, later, wait) => {
  const { state, allowed, take } = limitOf(`U0AT${second}`, second);
  await allowed(maxCallsPerMinute);
  state.now += later * 1000;
  await allowed(later === 0 ? 0 : maxCallsPerMinute);
  expect(await take()).toBe(wait);
  state.now += wait * 1000;
  expect(await take()).toBeUndefined();
});
