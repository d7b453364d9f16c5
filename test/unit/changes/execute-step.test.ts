import { expect, test } from 'vitest';
import { UserError } from '../../../src/answer/user-error.ts';
import { stepsOf } from '../../../src/change/model/step.ts';
import { executeStep, StartNotLogged } from '../../../src/changes/execute-step.ts';
import type { EvaluatedStep } from '../../../src/evaluate/evaluate-in.ts';
import type { Plan } from '../../../src/operation/operation.ts';
import { changeOf, stepOf } from '../changes.ts';
import { memory, words } from '../memory.ts';

const job = { id: 'j1', team: 'T1', replyTo: { channel: 'C1', person: 'U0ANA' } };
const planOf = (run: Plan['run']): Pick<EvaluatedStep, 'plan' | 'rules'> => ({
  plan: planThat(run),
  rules: [],
});
const planThat = (run: Plan['run']): Plan => ({
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
const failing = (error: Error) => planOf(() => Promise.reject(error));

test.each([
  ['a failure that changed nothing', new UserError('It is gone.'), 'failed', 'It is gone.'],
  ['one that may have', new UserError('No answer.', { changed: 'unknown' }), 'unknown', 'No answer.'],
  ['an unforeseen error', new TypeError('secret'), 'unknown', 'Something went wrong in Skydesk.'],
])('%s is an outcome of the step, with a sentence for the audit log', async (_, error, kind, note) => {
  const { deps } = memory();
  const [step] = stepsOf(changeOf());
  const execution = await executeStep(step, failing(error), job, deps);
  expect(execution).toMatchObject({ kind: 'ended', error, outcome: { kind, note, job: 'j1' } });
  expect(words(execution)).not.toContain('secret');
});

test('each step has audit log entries of its own: the first under the id of the change', async () => {
  const { deps, recorded } = memory();
  const change = changeOf({
    steps: [stepOf({ title: 'delete a' }), stepOf({ title: 'delete b', account: 'ACDV' })],
  });
  const done = planOf(async () => ({ answer: [], inverse: () => undefined }));
  for (const step of stepsOf(change)) {
    expect(await executeStep(step, done, job, deps)).toMatchObject({ outcome: { kind: 'done' } });
  }
  expect(recorded).toMatchObject([
    { event: 'started', request: 'a1', account: 'ACME', title: 'delete a', person: 'U0ANA' },
    { event: 'started', request: 'a1.2', account: 'ACDV', title: 'delete b', person: 'U0ANA' },
  ]);
});

test('nothing is sent to the service while the audit log does not take that it starts', async () => {
  const { deps } = memory();
  const auditLog = { ...deps.auditLog, append: () => Promise.reject(new Error('away')) };
  let sent = 0;
  const plan = planOf(async () => {
    sent += 1;
    return { answer: [], inverse: () => undefined };
  });
  const [step] = stepsOf(changeOf());
  await expect(executeStep(step, plan, job, { ...deps, auditLog })).rejects.toThrow(StartNotLogged);
  expect(sent).toBe(0);
});

test('what the service goes on with is told with the poll that edits the message', async () => {
  const { deps } = memory();
  const [step] = stepsOf(changeOf());
  const watched = planOf(async () => ({ jobRef: { id: '7' } }));
  expect(await executeStep(step, watched, job, deps)).toMatchObject({
    kind: 'tracked',
    delivery: {
      kind: 'post',
      followUp: { kind: 'track', id: 'j1:1', change: 'a1', index: 0, jobRef: { id: '7' }, attempt: 1 },
    },
  });
});
