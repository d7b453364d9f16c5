import { expect, test } from 'vitest';
import { done } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { deliver } from '../../../../src/jobs/deliver.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { recoverExecution } from '../../../../src/lifecycle/run/recover-run.ts';
import { outcomeInChannel } from '../../../../src/lifecycle/views/progress-answer.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, request, voteOf } from '../../../support/made/requests.ts';

/** The job that executes its only step. */
function executed(change: Change) {
  const [job] = executionsOf(change, Date.now());
  if (!job) throw new Error('Nothing is due');
  return job;
}

const nothing = { deliveries: [] };

test.each([
  ['the channel of a request gets its outcome', { channel: 'C0OPS', person: 'U0ANA' }, true],
  ['a direct message gets no second report', { channel: 'D0ANA', person: 'U0ANA' }, false],
  ['the Home tab gets no report', { channel: 'U0ANA', person: 'U0ANA' }, false],
])('%s', (_, replyTo, reported) => {
  expect(outcomeInChannel(request({ replyTo, status: 'done' }), noon) !== undefined).toBe(reported);
});

test.each(['done', 'failed', 'unknown'] as const)(
  'a change that was %s when its worker died is reported',
  async (status) => {
    const job = executed(request());
    const end = { closed: { event: 'applied', person: 'U0ANA', job: job.id }, due: ['channel'] } as const;
    const outcome = { kind: status, answer: [done('This is how it ended.')], job: job.id };
    const kept = request({ status, ...end }, { outcome });
    const { deps, said } = memory({ changes: changesInMemory(kept).changes });
    await deliver(job, (await recoverExecution(job, deps)) ?? nothing, deps);
    expect(said.map(({ kind }) => kind)).toEqual(['post']);
    expect(words(said)).toContain('This is how it ended.');
  },
);

test('a change that can no longer run is reported', async () => {
  const kept = request({ status: 'approved', votes: [voteOf('U0BEN')] }, { operation: 'moon.land' });
  const { deps, said } = memory({ changes: changesInMemory(kept).changes });
  const job = executed(kept);
  await deliver(job, await execute(job, deps), deps);
  expect(said.filter(({ kind }) => kind === 'post')).toHaveLength(1);
  expect(words(said)).toContain('This command changed in a newer version. Request it again.');
});
