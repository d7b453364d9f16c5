import { expect, test } from 'vitest';
import { toExecute } from '../../../src/approvals/enqueue-execution.ts';
import { abandon, execute } from '../../../src/approvals/execute.ts';
import { report } from '../../../src/approvals/report.ts';
import { done } from '../../../src/core/answer.ts';
import type { Phase } from '../../../src/core/approval.ts';
import type { WorkerDependencies } from '../../../src/jobs/process-job.ts';
import { memory, words } from '../memory.ts';
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
    const { deps } = memory();
    const job = toExecute(request());
    const end = { ended: { event: 'applied', person: 'U0ANA', job: job.id }, due: ['channel'] } as const;
    const kept = request({ phase, outcome: [done('This is how it ended.')], ...end });
    const result = await abandon(job, { ...deps, approvals: { ...deps.approvals, get: async () => kept } });
    expect(result?.deliveries.map(({ kind }) => kind)).toEqual(['post']);
    expect(words(result?.deliveries)).toContain('This is how it ended.');
  },
);

test('so is one that Skydesk can no longer run', async () => {
  const { deps } = memory();
  const kept = request({ phase: 'granted', operation: 'moon.land' });
  const approvals: WorkerDependencies['approvals'] = {
    ...deps.approvals,
    get: async () => kept,
    change: async (_, step) => step(kept),
  };
  const result = await execute(toExecute(kept), { ...deps, approvals });
  expect(result.deliveries.map(({ kind }) => kind)).toEqual(['post']);
  expect(words(result.deliveries)).toContain('no longer knows this command');
});
