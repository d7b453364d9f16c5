import { expect, test } from 'vitest';
import { callLimitIn, maxCallsPerMinute } from '../../../../src/aws/sdk/call-limit-store.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();

test('of many calls at once, as many as fit into a minute go on, and the others learn when they can', async () => {
  const state = { now: Date.UTC(2026, 10, 21) + 15_500 };
  const limit = callLimitIn(ownTable(local.aws), () => state.now);
  const take = () => limit.take('U0ANA');
  const answers = await Promise.all(Array.from({ length: maxCallsPerMinute + 3 }, take));
  expect(answers.filter((seconds) => seconds === undefined)).toHaveLength(maxCallsPerMinute);
  expect(answers.filter((seconds) => seconds !== undefined)).toEqual([45, 45, 45]);
  expect(await limit.take('U0BEN')).toBeUndefined();
  state.now += 45_000;
  expect(await take()).toBeUndefined();
});
