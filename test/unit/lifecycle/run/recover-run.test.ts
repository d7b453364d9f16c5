import { expect, test, vi } from 'vitest';
import { stepsOf } from '../../../../src/change/model/step.ts';
import { type DeadRun, recoverRun } from '../../../../src/lifecycle/run/recover-run.ts';
import { changeOf } from '../../changes.ts';

/* What a job does with a step of which its worker died, by the job that has claimed it, and by those that have started it. */

const said = { deliveries: [] };

test.each<[string, string | undefined, readonly string[], string | undefined]>([
  ['what no job has claimed is handled from the start', undefined, [], undefined],
  ['so is what it has claimed and not started', 'j1', [], undefined],
  ['also if another job has started it once, as the change that an end undoes', 'j1', ['j0'], undefined],
  ['what another job has claimed is left to that: its own claim is refused', 'j2', ['j2'], undefined],
  ['what it has claimed and started has an unknown outcome', 'j1', ['j1'], 'unknown'],
])('%s', async (_, claimedBy, startedBy, outcome) => {
  const [changeStep] = stepsOf(changeOf());
  const complete = vi.fn<DeadRun['complete']>(async () => said);
  const run: DeadRun = {
    changeStep,
    claimedBy,
    unknown: async () => ({ answer: [], note: 'Cut.' }),
    complete,
  };
  const auditLog = {
    causedBy: async (_event: string, _about: unknown, by?: { readonly job?: string }) =>
      startedBy.filter((job) => job === by?.job),
  };
  expect(await recoverRun(run, 'j1', { auditLog })).toBe(outcome && said);
  expect(complete.mock.calls.map(([{ kind, note, job }]) => [kind, note, job])).toEqual(
    outcome ? [[outcome, 'Cut.', 'j1']] : [],
  );
});
