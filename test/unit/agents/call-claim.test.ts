import { expect, test } from 'vitest';
import { callClaim } from '../../../src/agents/call-claim.ts';
import { idempotencyStoreIn } from '../../../src/aws/sdk/idempotency-store.ts';
import { awsOfFile } from '../../support/local-aws.ts';
import { ownTable } from '../../support/made/own-table.ts';

const local = awsOfFile();

test.each([
  ['before it is claimed', 'early'],
  ['while it is being claimed', 'meanwhile'],
])('a call that was answered %s is not run, and can be sent again', async (_, id) => {
  const idempotency = idempotencyStoreIn(ownTable(local.aws), () => 0);
  const call = { id, asked: { line: 'alert list' } };
  const [first, second] = [
    callClaim(call, { idempotency, log() {} }),
    callClaim(call, { idempotency, log() {} }),
  ];
  if (id === 'early') await first.end(true);
  const taken = first.take();
  await first.end(true);
  expect(await taken).toBe('copy');
  expect(await second.take()).toBe('taken');
});
