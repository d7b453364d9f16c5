import { expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/answer/user-error.ts';
import { type StepOutcome, stepsOf } from '../../../../src/change/model/step.ts';
import { OutcomeNotStored, type Run, runStep } from '../../../../src/lifecycle/run/run-step.ts';
import type { ResolvedCommand } from '../../../../src/operation/operation.ts';
import { memory, words } from '../../../support/in-memory/memory.ts';
import { changeOf, stepOf } from '../../../support/made/changes.ts';

const nothing = { deliveries: [] };
const done = async () => ({ answer: [], inverse: () => undefined });

const planThat = (run: ResolvedCommand['run']): ResolvedCommand => ({
  raw: {},
  title: 'Delete it',
  action: undefined,
  targets: [],
  target: undefined,
  warnings: [],
  networkChange: undefined,
  statusCommand: 'alert list',
  run,
});

/** A run of the only step of a change, and its outcomes. */
function runThat(make: ResolvedCommand['run'], more: Partial<Run> = {}) {
  const [changeStep] = stepsOf(changeOf());
  const outcomes: { readonly outcome: StepOutcome; readonly error: unknown }[] = [];
  const run: Run = {
    changeStep,
    resolved: planThat(make),
    claim: async () => undefined,
    undoOf: async () => ({}),
    track: async () => nothing,
    async complete(outcome, error) {
      outcomes.push({ outcome, error });
      return nothing;
    },
    ...more,
  };
  return { run, outcomes };
}

test.each([
  ['a failure that changed nothing', new UserError('It is gone.'), 'failed', 'It is gone.'],
  ['a failure with no answer', new UserError('No answer.', { changed: 'unknown' }), 'unknown', 'No answer.'],
  ['an unforeseen error', new TypeError('secret'), 'unknown', 'Something went wrong in Skydesk.'],
])('%s is an outcome of the step, with a sentence for the audit log', async (_, error, kind, note) => {
  const { run, outcomes } = runThat(() => Promise.reject(error));
  await runStep(run, 'j1', memory().deps);
  expect(outcomes).toMatchObject([{ error, outcome: { kind, note, job: 'j1' } }]);
  expect(words(outcomes.map(({ outcome }) => outcome))).not.toContain('secret');
});

test('each step has audit log entries of its own: the first under the id of the change', async () => {
  const { deps, recorded } = memory();
  const change = changeOf({
    steps: [stepOf({ title: 'delete a' }), stepOf({ title: 'delete b', account: 'ACDV' })],
  });
  for (const changeStep of stepsOf(change)) await runStep(runThat(done, { changeStep }).run, 'j1', deps);
  expect(recorded).toMatchObject([
    { event: 'started', request: 'a1', account: 'ACME', title: 'delete a', person: 'U0ANA' },
    { event: 'started', request: 'a1.2', account: 'ACDV', title: 'delete b', person: 'U0ANA' },
  ]);
});

test.each([
  ['after its end is not sent, and nothing was changed', 0, 0, 'The time at which it should end has passed'],
  ['a millisecond before its end is sent', 1, 1, undefined],
])('a step that starts %s', async (_, left, calls, note) => {
  const { deps } = memory();
  const [changeStep] = stepsOf(changeOf({ steps: [stepOf({ ends: { at: deps.clock() + left } })] }));
  const sent = vi.fn(done);
  const { run, outcomes } = runThat(sent, { changeStep });
  await runStep(run, 'j1', deps);
  expect(sent).toHaveBeenCalledTimes(calls);
  expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual([note ? 'failed' : 'done']);
  if (note) expect(words(outcomes)).toMatch(new RegExp(`${note}.*Nothing was changed`));
});

test('a step that another job has claimed is not sent, and the run returns the result of the claim', async () => {
  const sent = vi.fn(done);
  const left = { deliveries: [{ kind: 'replace', answer: [] }] } as const;
  const { run, outcomes } = runThat(sent, { claim: async () => left });
  const { deps, recorded } = memory();
  expect(await runStep(run, 'j1', deps)).toBe(left);
  expect([sent.mock.calls, outcomes, recorded]).toEqual([[], [], []]);
});

test('a start whose answer is lost is logged again by the same run, and then the step is sent', async () => {
  const holders: (string | undefined)[] = [];
  const append = async (_: unknown, __: string, holder?: string) => {
    holders.push(holder);
    if (holders.length === 1) throw new Error('lost');
    return true;
  };
  const sent = vi.fn(done);
  await runStep(runThat(sent).run, 'j1', memory({ auditLog: { append } }).deps);
  expect(sent).toHaveBeenCalledOnce();
  expect(new Set(holders).size).toBe(1);
});

test('a step that another run has logged as started is not sent: that run may have sent it', async () => {
  const { deps } = memory({ auditLog: { append: async () => false } });
  const sent = vi.fn(done);
  await expect(runStep(runThat(sent).run, 'j1', deps)).rejects.toThrow(OutcomeNotStored);
  expect(sent).not.toHaveBeenCalled();
});

test('a step whose outcome can’t be stored is not sent again', async () => {
  const { run } = runThat(done, { complete: () => Promise.reject(new Error('away')) });
  await expect(runStep(run, 'j1', memory().deps)).rejects.toThrow(OutcomeNotStored);
});

test('a step that the cloud API goes on with has no outcome yet', async () => {
  const track = vi.fn(async () => nothing);
  const { run, outcomes } = runThat(async () => ({ jobRef: { id: '7' } }), { track });
  await runStep(run, 'j1', memory().deps);
  expect(track).toHaveBeenCalledWith({ id: '7' });
  expect(outcomes).toEqual([]);
});
