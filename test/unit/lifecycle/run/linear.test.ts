import { expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { complete } from '../../../../src/change/transitions/running.ts';
import type { NonEmpty } from '../../../../src/core/non-empty.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory } from '../../../support/in-memory/memory.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, request } from '../../../support/made/requests.ts';
import { preparedFrom } from '../../../support/made/typed-line.ts';

/* The cost of a change grows linearly with its steps. */

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };

const times = <Item>(count: number, make: (index: number) => Item): NonEmpty<Item> => {
  const [, ...others] = Array.from({ length: count }, (_, index) => index);
  return [make(0), ...others.map(make)];
};
const openings = (count: number) =>
  times(count, (index) =>
    preparedFrom(`firewall create de1 va1 source=10.${index}.0.0/24 destination=10.99.0.0/24 why="a test"`),
  );
const { servers, alertPolicies } = cloud.control.state();
const active = servers.filter(
  ({ id, account, status }) => account === 'ACME' && status === 'active' && !id.includes('tpl'),
);
const assignments = (count: number) =>
  times(count, (index) => preparedFrom(`alert assign ${alertPolicies[0]?.id} ${active[index]?.id}`));

/** The paths that are read from the cloud API while these steps are evaluated. */
async function asked(request: ReturnType<typeof openings>): Promise<string[]> {
  const { deps } = memory({ service: connected(cloud) });
  const before = cloud.requests.length;
  await evaluateChange(request, replyTo, deps);
  return cloud.requests.slice(before).map(({ path }) => path);
}

test.each([1, 10])('the firewall policies of a data center are read once for %i steps', async (count) => {
  const lists = (await asked(openings(count))).filter((path) => path.includes('crossDcFirewallPolicies'));
  expect(lists).toHaveLength(1);
});

test.each([1, 10, 50])('one of %i steps reads only its own entries of the audit log', async (count) => {
  const { deps } = memory({ service: connected(cloud) });
  const evaluation = await evaluateChange(assignments(count), replyTo, deps);
  const stored = request({
    status: 'approved',
    approvers: 0,
    steps: stepsFrom(evaluation),
    basis: evaluation.basis,
  });
  const read: string[] = [];
  const world = memory({ service: connected(cloud), changes: changesInMemory(stored).changes });
  world.state.now = noon;
  const auditLog = {
    ...world.deps.auditLog,
    causedBy: async (event: string, { request: about }: { readonly request: string }) => {
      read.push(`${event} ${about}`);
      return ['U0ANA'];
    },
  };
  const [job] = executionsOf(stored, noon);
  if (job) await execute(job, { ...world.deps, auditLog });
  expect(read).toEqual(['requested a1', 'confirmed a1']);
});

test('fifty steps that end at once are all stored', async () => {
  const changes = changesIn(new MemoryTable(), Date.now);
  const steps = times(50, (index) => stepOf({ title: `step ${index}` }));
  await changes.put(request({ id: 'crowd', status: 'running', approvers: 0, steps }));
  await Promise.all(
    steps.map((_, index) =>
      changes.change('crowd', (current) =>
        complete(current, index, { kind: 'done', answer: [], job: `j${index}` }, noon),
      ),
    ),
  );
  const stored = await changes.get('crowd');
  expect(stored?.status).toBe('done');
  expect(stored?.steps.map(({ outcome }) => outcome?.job)).toEqual(steps.map((_, index) => `j${index}`));
});
