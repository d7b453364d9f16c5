import { expect, test } from 'vitest';
import { callClaim } from '../../../src/agents/call-claim.ts';
import { idempotencyStoreIn } from '../../../src/aws/sdk/idempotency-store.ts';
import { MemoryTable } from '../../support/in-memory/memory-table.ts';

test.each([
  ['before it is claimed', 'early'],
  ['while it is being claimed', 'meanwhile'],
])('a call that was answered %s is not run, and can be sent again', async (_, id) => {
  const idempotency = idempotencyStoreIn(new MemoryTable(), () => 0);
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
