import { expect, test } from 'vitest';
import { evaluateChange, stepsFrom } from '../../../src/changes/evaluate-change.ts';
import { parseCommand } from '../../../src/commands/parse/parse-command.ts';
import { runChange } from '../../../src/commands/run-change.ts';
import type { Plan } from '../../../src/core/operation.ts';
import { UserError } from '../../../src/core/user-error.ts';
import type { DecisionMade } from '../../../src/requests/job.ts';
import { changeOf } from '../changes.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';
import { memory } from '../memory.ts';

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const job: DecisionMade = {
  id: 'j1',
  team: 'T0',
  replyTo,
  kind: 'decision',
  decision: 'confirm',
  pending: 'a1',
};

const prepared = ['one', 'two'].map((name) => {
  const parsed = parseCommand(`alert create ${name} disk=80 to=ops@example.com`);
  if (parsed.kind !== 'prepared') throw new Error(name);
  return parsed.prepared;
});

/** Confirms a change of two steps, which end like this. */
async function run(...runs: readonly [Plan['run'], Plan['run']]) {
  const world = memory({ service: connected(cloud) });
  const [first, second] = prepared;
  if (!first || !second) throw new Error('There are two steps');
  const evaluation = await evaluateChange([first, second], replyTo, world.deps);
  const [one, two] = evaluation.steps;
  if (!two) throw new Error('There are two steps');
  const ending = (step: typeof one, at: 0 | 1) => ({ ...step, plan: { ...step.plan, run: runs[at] } });
  const change = changeOf({ steps: stepsFrom(evaluation) });
  const steps = [ending(one, 0), ending(two, 1)] as const;
  const result = await runChange(change, { ...evaluation, steps }, job, world.deps);
  return {
    kinds: result.deliveries.map(({ kind }) => kind),
    log: [...world.recorded, ...(result.entries ?? [])].map(({ event, request }) => `${event} ${request}`),
  };
}
const done = async () => ({ answer: [], inverse: () => undefined });

test('the steps of a confirmed change run in order, each with its own entries and its own message', async () => {
  expect(await run(done, done)).toEqual({
    kinds: ['remove', 'post', 'post'],
    log: ['started a1', 'started a1.2', 'applied a1', 'applied a1.2'],
  });
});

test.each([
  ['failed', 'nothing'],
  ['unknown', 'unknown'],
] as const)('after a step that is %s none is started', async (event, changed) => {
  const failing = () => Promise.reject(new UserError('It broke.', { changed }));
  expect(await run(failing, done)).toEqual({ kinds: ['replace'], log: ['started a1', `${event} a1`] });
});

test('after a step that was made, a failed one is told its requester, and what was made is posted', async () => {
  const failing = () => Promise.reject(new UserError('It broke.', { changed: 'nothing' }));
  expect((await run(done, failing)).kinds).toEqual(['remove', 'post', 'ephemeral']);
});

test('what the service goes on with is no reason to wait with the next step', async () => {
  const tracked = async () => ({ jobRef: { id: '7' } });
  expect(await run(tracked, done)).toEqual({
    kinds: ['remove', 'post', 'post'],
    log: ['started a1', 'started a1.2', 'applied a1.2'],
  });
});
