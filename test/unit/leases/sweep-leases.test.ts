import { expect, test } from 'vitest';
import { AwsError } from '../../../src/aws/lambda/aws-error.ts';
import { sweepLeases } from '../../../src/leases/sweep-leases.ts';
import { leaseOf, leaseStart } from '../leases.ts';
import { leasesInMemory, memory } from '../memory.ts';

const minute = 60_000;

/** The sweeper at the leases of somebody, with a queue that takes nothing. */
function withoutQueue() {
  const { leases, kept } = leasesInMemory(leaseOf({ id: 'l1' }), leaseOf({ id: 'l2' }));
  const queue = { send: () => Promise.reject(new AwsError('AccessDeniedException')) };
  const { deps, state, said, logged } = memory({ leases, queue });
  state.now = leaseStart + 120 * minute;
  return {
    deps,
    said,
    kept,
    async sweepAfter(minutes: number): Promise<readonly Record<string, unknown>[]> {
      state.now += minutes * minute;
      const before = logged.length;
      await sweepLeases({ ...deps, leases });
      return logged.slice(before).map((line) => JSON.parse(line));
    },
  };
}

const failed = (lease: string) => ({
  event: 'sweep failed',
  lease,
  error: 'AwsError AccessDeniedException',
});

test('what should have ended is counted and told, once, while its end can’t be queued', async () => {
  const { said, sweepAfter } = withoutQueue();
  expect(await sweepAfter(0)).toEqual([
    failed('l1'),
    failed('l2'),
    { event: 'leases swept', leases: 2, overdue: 0, failures: 2 },
  ]);
  said.length = 0;
  const late = [failed('l1'), failed('l2'), { event: 'leases swept', leases: 2, overdue: 2, failures: 2 }];
  expect(await sweepAfter(10)).toEqual(late);
  expect(said.map(({ kind }) => kind).sort()).toEqual(['post', 'post', 'send', 'send']);
  expect(await sweepAfter(10)).toEqual(late);
  expect(said).toHaveLength(4);
});
