import { expect, test } from 'vitest';
import { outcomeOf } from '../../../../src/change/words/outcome-in-words.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { NotDue } from '../../../../src/lifecycle/run/not-due.ts';
import { executionsOf } from '../../executions.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { noon, request, voteOf } from '../../requests.ts';
import { preparedFrom } from '../../typed-line.ts';

/* A change of several steps is evaluated, approved, executed, logged and told as a list. */

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };

const policies = () => cloud.control.state().alertPolicies;
const deletionOf = (id: string) => preparedFrom(`alert delete ${id} why="nobody needs it"`);

/** An approved request to delete two alert policies, of which the second may start an hour later. */
async function approved() {
  const [first, second] = policies();
  if (!first || !second) throw new Error('The cloud has two alert policies');
  const { deps } = memory({ service: connected(cloud), clock: () => noon });
  const deletions = [deletionOf(first.id), deletionOf(second.id)] as const;
  const timings = [{}, { startsAt: noon + 3_600_000 }];
  const evaluation = await evaluateChange(deletions, replyTo, deps, { known: timings });
  const asked = request({
    status: 'approved',
    steps: stepsFrom(evaluation),
    basis: evaluation.basis,
    votes: [voteOf('U0BEN')],
  });
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service: connected(cloud), changes });
  world.state.now = noon;
  const kepts = () => kept.get(asked.id) ?? asked;
  return { ...world, asked, first, second, request: kepts, evaluation };
}

test('a change is evaluated as a whole: its title names all steps, and each has its basis', async () => {
  const { evaluation, first, second } = await approved();
  expect(evaluation.title).toContain(first.name);
  expect(evaluation.title).toContain(`; then ${evaluation.steps[1]?.plan.title}`);
  expect(evaluation.title).toContain(second.name);
  expect(new Set(evaluation.basis.map(({ hash }) => hash)).size).toBe(2);
});

test('a step is executed by a job of its own once its time has come, and the request ends with the last', async () => {
  const { deps, state, asked, request: now, first, second, recorded } = await approved();
  const jobs = executionsOf(asked, noon);
  expect(jobs.map(({ id }) => id)).toEqual(['a1:run']);
  for (const job of jobs) recorded.push(...((await execute(job, deps)).entries ?? []));
  expect(now()).toMatchObject({ status: 'running', steps: [{ outcome: { kind: 'done' } }, {}] });
  expect(policies().map(({ id }) => id)).not.toContain(first.id);
  expect(policies().map(({ id }) => id)).toContain(second.id);

  expect(executionsOf(now(), noon)).toEqual([]);
  const [later, ...none] = executionsOf(now(), noon + 3_600_000);
  expect(none).toEqual([]);
  expect(later?.id).toBe('a1.2:run');
  state.now = noon + 3_600_000;
  if (later) recorded.push(...((await execute(later, deps)).entries ?? []));
  expect(now().status).toBe('done');
  expect(policies().map(({ id }) => id)).not.toContain(second.id);
  expect(recorded.map(({ event, request: about }) => `${event} ${about}`)).toEqual([
    'started a1',
    'applied a1',
    'started a1.2',
    'applied a1.2',
  ]);
  expect(words(outcomeOf(now(), noon))).toContain(first.name);
});

test('a step that does not fit any more has failed, and does not take back what was done', async () => {
  const { deps, state, asked, request: now, second } = await approved();
  for (const job of executionsOf(asked, noon)) await execute(job, deps);
  await connected(cloud).account('ACME').alertPolicies.delete(second.id);
  state.now = noon + 3_600_000;
  for (const job of executionsOf(now(), state.now)) await execute(job, deps);
  expect(now()).toMatchObject({
    status: 'failed',
    steps: [{ outcome: { kind: 'done' } }, { outcome: { kind: 'failed' } }],
  });
});

test('a step whose time has not come by the clock of this worker is left for later', async () => {
  const { deps, asked, request: now } = await approved();
  const [, early] = executionsOf(asked, noon + 3_600_000);
  if (!early) throw new Error('There are two steps');
  await expect(execute(early, deps)).rejects.toThrow(NotDue);
  expect(now()).toEqual(asked);
});
