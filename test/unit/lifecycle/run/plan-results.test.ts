import { expect, test } from 'vitest';
import { resourceId } from '../../../../src/change/model/resource.ts';
import { stepsOf as stepsOfChange } from '../../../../src/change/model/step.ts';
import { outcomeOf } from '../../../../src/change/words/outcome-in-words.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { NotDue } from '../../../../src/core/unavailable.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { executionOf } from '../../../../src/lifecycle/run/enqueue-execution.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { inOrder } from '../../../../src/lifecycle/views/describe-plan.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { stepsOf } from '../../../support/made/prepared-plan.ts';
import { noon, request, voteOf } from '../../../support/made/requests.ts';

/* The steps of a plan run in order. A later one takes the result of an earlier one, within what people agreed to before. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };

/** A plan that was approved. */
async function approved(commands: string) {
  const { deps } = memory({ service, clock: () => noon });
  const prepared = stepsOf('plan', { commands, why: 'A new server' });
  const known = inOrder(mapNonEmpty(prepared, () => ({})));
  const evaluation = await evaluateChange(prepared, replyTo, deps, { known });
  const asked = request({
    status: 'approved',
    steps: inOrder(stepsFrom(evaluation)),
    basis: evaluation.basis,
    approvers: 1,
    votes: [voteOf('U0BEN')],
  });
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service, changes });
  world.state.now = noon;
  const now = () => kept.get(asked.id) ?? asked;
  /** Runs steps until none is due. */
  const run = async (): Promise<void> => {
    for (let jobs = executionsOf(now(), noon); jobs.length > 0; jobs = executionsOf(now(), noon)) {
      for (const job of jobs) world.recorded.push(...((await execute(job, world.deps)).entries ?? []));
    }
  };
  return { ...world, evaluation, now, run, changes };
}

const newPolicy = 'alert create "Web" cpu=90 to=ops@example.com';

test('a step claims the result of an earlier one, not the reference to it, which other plans have, too', async () => {
  const { run, changes } = await approved(`${newPolicy}\nalert assign $1.id DE1ACMEWEB04`);
  await run();
  const created = cloud.control.state().alertPolicies.find(({ name }) => name === 'Web')?.id ?? '';
  const on = (policy: string) =>
    resourceId('ACME', { kind: 'alert policy on server', policy, server: 'de1acmeweb04' });
  expect([
    (await changes.resource(on(created))).version,
    (await changes.resource(on('$1.id'))).version,
  ]).toEqual([1, 0]);
});

test('people agree to a result by its name, and the step that needs it gets the result itself', async () => {
  const { evaluation, now, run, recorded } = await approved(`${newPolicy}\nalert assign $1.id DE1ACMEWEB04`);
  expect(evaluation.title).toContain('; then Assign alert policy of step 1 → DE1ACMEWEB04');
  expect(new Set(evaluation.basis.map(({ hash }) => hash)).size).toBe(2);
  await run();
  const created = cloud.control.state().alertPolicies.find(({ name }) => name === 'Web');
  expect(now().status, words(outcomeOf(now(), noon))).toBe('done');
  expect(now().steps.map(({ outcome }) => outcome?.results)).toEqual([{ id: created?.id }, undefined]);
  const server = await service.account('ACME').servers.get('de1acmeweb04');
  expect(server.details?.alertPolicies?.map(({ id }) => id)).toContain(created?.id);
  expect(recorded.map(({ event, request: about }) => `${event} ${about}`)).toEqual([
    'started a1',
    'applied a1',
    'started a1.2',
    'applied a1.2',
  ]);
});

test('a step that needs a missing result fails, and nothing is sent', async () => {
  const { now, run, changes } = await approved(`${newPolicy}\nalert assign $1.id DE1ACMEWEB04`);
  const [first] = executionsOf(now(), noon);
  if (!first) throw new Error('The first step is due');
  await changes.change('a1', (was) => ({
    change: {
      ...was,
      status: 'running',
      steps: inOrder([
        { ...was.steps[0], outcome: { kind: 'done', answer: [], job: first.id } },
        ...was.steps.slice(1),
      ]),
    },
  }));
  await run();
  expect(now().status).toBe('failed');
  expect(words(outcomeOf(now(), noon))).toContain('Step 1 didn’t give $1.id.');
});

test('a change by an earlier step of the plan does not outdate a later step', async () => {
  const rules = await service.account('ACME').crossFirewall.list('de1');
  const commands = rules.map(({ id }) => `firewall delete de1 ${id}`);
  expect(commands.length).toBeGreaterThan(1);
  const { now, run } = await approved(commands.join('\n'));
  await run();
  expect(now().status, words(outcomeOf(now(), noon))).toBe('done');
});

test('a change by somebody else outdates the steps of a plan', async () => {
  const account = service.account('ACME');
  const [first] = await account.firewall.list('de1');
  if (!first) throw new Error('The data center has policies');
  const line = (source: string) =>
    `firewall intra create de1 tcp/443 source=${source} destination=10.0.1.0/24`;
  const { now, run } = await approved(`firewall intra delete de1 ${first.id}\n${line('10.0.9.0/24')}`);
  await account.firewall.update('de1', first.id, { ports: ['tcp/23'] });
  await account.firewall.create('de1', {
    destinationAccount: 'ACME',
    source: ['10.0.9.0/24'],
    destination: ['10.0.1.0/24'],
    ports: ['tcp/443'],
  });
  await run();
  expect(now().steps.map(({ outcome }) => outcome?.kind)).toEqual(['failed', 'failed']);
});

test('a step that no longer fits fails, and the done steps stay', async () => {
  const [first, second] = cloud.control.state().alertPolicies;
  const { now, run } = await approved(`alert delete ${first?.id}\nalert delete ${second?.id}`);
  await service.account('ACME').alertPolicies.delete(second?.id ?? '');
  await run();
  expect(now()).toMatchObject({
    status: 'failed',
    steps: [{ outcome: { kind: 'done' } }, { outcome: { kind: 'failed' } }],
  });
});

test('a step whose turn has not come does not run', async () => {
  const { deps, now } = await approved(`${newPolicy}\nalert assign $1.id DE1ACMEWEB04`);
  const before = now();
  const [, second] = stepsOfChange(before);
  if (!second) throw new Error('There are two steps');
  await expect(execute(executionOf(before, second), deps)).rejects.toThrow(NotDue);
  expect(now()).toBe(before);
});
