import { expect, test } from 'vitest';
import { recoverExecution } from '../../../../src/lifecycle/run/recover-run.ts';
import type { Execute } from '../../../../src/queue/job.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { noon, request } from '../../../support/made/requests.ts';

/* A job recovers a step whose worker died, depending on the jobs that have claimed it and started it. */

const job: Execute = {
  kind: 'execute',
  id: 'a1:run',
  team: 'T1',
  replyTo: { channel: 'C0OPS', person: 'U0ANA' },
  change: 'a1',
  index: 0,
};

test.each<[string, string | undefined, readonly string[], string | undefined]>([
  ['a step that no job has claimed is handled from the start', undefined, [], undefined],
  ['a step that the job has claimed and not started is handled from the start', 'a1:run', [], undefined],
  ['a start by another job, that of the change that an end undoes, is ignored', 'a1:run', ['j0'], undefined],
  ['a step that another job has claimed is left to it: a claim is refused', 'j2', ['j2'], undefined],
  ['a step that the job has claimed and started has an unknown outcome', 'a1:run', ['start'], 'unknown'],
])('%s', async (_, claimedBy, startedBy, kind) => {
  const claimed = claimedBy ? { at: noon, job: claimedBy, run: 'r1' } : undefined;
  const { changes } = changesInMemory(request({ id: 'a1', status: 'running' }, { claimed }));
  const { deps } = memory({ changes });
  const auditLog = {
    ...deps.auditLog,
    causedBy: async (_event: string, _about: unknown, by?: { readonly job?: string | undefined }) =>
      startedBy.filter((started) => started === by?.job),
  };
  const result = await recoverExecution(job, { ...deps, auditLog });
  expect(result === undefined).toBe(kind === undefined);
  const outcome = (await changes.get('a1'))?.steps[0].outcome;
  expect(outcome?.kind).toBe(kind);
  expect(words(outcome?.answer ?? [])).toMatch(
    kind ? /Skydesk was interrupted during this change/ : /^$|^\[\]$/,
  );
});
