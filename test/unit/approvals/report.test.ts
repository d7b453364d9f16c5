import { expect, test } from 'vitest';
import { toExecute } from '../../../src/approvals/enqueue-execution.ts';
import { abandon, execute } from '../../../src/approvals/execute.ts';
import { report } from '../../../src/approvals/report.ts';
import { done } from '../../../src/core/answer.ts';
import type { Phase } from '../../../src/core/approval.ts';
import { approvalsInMemory, memory, words } from '../memory.ts';
import { request } from './requests.ts';

test.each([
  ['the channel of the request hears how it ended', { channel: 'C0OPS', person: 'U0ANA' }, true],
  [
    'a direct message does not, for the requester is told there already',
    { channel: 'D0ANA', person: 'U0ANA' },
    false,
  ],
  ['nor does the Home tab', { channel: 'U0ANA', person: 'U0ANA' }, false],
])('%s', (_, place, reported) => {
  expect(report(request({ place, phase: 'done' })) !== undefined).toBe(reported);
});

test.each(['done', 'failed', 'unknown'] as const)(
  'a change that is %s when its worker died is reported',
  async (phase: Phase) => {
    const job = toExecute(request());
    const end = { ended: { event: 'applied', person: 'U0ANA', job: job.id }, due: ['channel'] } as const;
    const kept = request({ phase, outcome: [done('This is how it ended.')], ...end });
    const { deps } = memory({ approvals: approvalsInMemory(kept).approvals });
    const result = await abandon(job, deps);
    expect(result?.deliveries.map(({ kind }) => kind)).toEqual(['post']);
    expect(words(result?.deliveries)).toContain('This is how it ended.');
  },
);

test('so is one that Skydesk can no longer run', async () => {
  const kept = request({ phase: 'granted', operation: 'moon.land' });
  const { deps } = memory({ approvals: approvalsInMemory(kept).approvals });
  const result = await execute(toExecute(kept), deps);
  expect(result.deliveries.map(({ kind }) => kind)).toEqual(['post']);
  expect(words(result.deliveries)).toContain('no longer knows this command');
});
