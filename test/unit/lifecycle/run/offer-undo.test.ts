import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { stepsOf } from '../../../../src/change/model/step.ts';
import { handleDecision } from '../../../../src/commands/handle-decision.ts';
import { deliver } from '../../../../src/jobs/deliver.ts';
import type { WorkerDependencies } from '../../../../src/jobs/process-job.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { startUndo } from '../../../../src/lifecycle/request/start-undo.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { undoable } from '../../../../src/lifecycle/run/offer-undo.ts';
import type { InverseCommand } from '../../../../src/operation/inverse.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import type { DecisionMade } from '../../../../src/queue/job.ts';
import { changeOf, commandOf } from '../../changes.ts';
import { castOf, decisionOf } from '../../clicks.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory } from '../../memory.ts';
import { request } from '../../requests.ts';
import { sweep } from '../../sweeping.ts';

const cloud = await cloudOfFile();

const unused = () => {
  throw new Error('not used here');
};

/** The worker with a local cloud, and the rest in memory. Only U0BEN may change anything. */
function setUp() {
  const { kept, changes } = changesInMemory();
  const previews: Change[] = [];
  const logged: string[] = [];
  const { deps } = memory({
    clock: () => 1000,
    log: (event) => logged.push(event),
    policy: { ...defaults, people: { ...defaults.people, change: ['U0BEN'] } },
    service: connected(cloud),
    changes: {
      ...changes,
      preview: async (change) => {
        previews.push(change);
      },
      previewed: async (id) => previews.find((candidate) => candidate.id === id),
      decide: async (id) => {
        const change = previews.find((candidate) => candidate.id === id);
        return change ? { change } : { refused: 'unknown' };
      },
    },
  });
  return { deps, kept, previews, logged };
}

const replyTo = { channel: 'C0', person: 'U0ANA' };
const [made] = stepsOf(changeOf({ id: 'r1' }, { title: 'make it' }));
const press = (person: string, id = `job-${person}`): DecisionMade =>
  decisionOf({ id, replyTo: { channel: 'C0', person }, decision: 'undo', on: 'r1' });

function wayBack(): InverseCommand {
  const id = cloud.control.state().alertPolicies.find(({ name }) => name === 'Disk 80')?.id ?? '';
  return { ...commandOf(`alert delete ${id}`), subject: { kind: 'alert policy', id } };
}

/** A change was made and its Undo is offered. `undoneBy` says who used it. */
async function offered() {
  const all = setUp();
  const outcome = await undoable(wayBack, made, replyTo, all.deps);
  expect(outcome.undo).toBeDefined();
  await all.deps.changes.put(
    request(
      { id: 'r1', status: 'done' },
      { ...made.step, outcome: { kind: 'done', answer: [], job: 'r1:run', ...outcome } },
    ),
  );
  return { ...all, undoneBy: () => all.kept.get('r1')?.steps[0].undoneBy };
}

test('a person who may not change there is refused, in the audit log too, and leaves the Undo to others', async () => {
  const { deps, previews } = await offered();
  const { entries, deliveries } = await startUndo(press('U0CORA'), deps);
  expect(JSON.stringify(deliveries)).toContain('You don’t have permission to make changes in ACME.');
  expect(entries).toMatchObject([{ event: 'refused', person: 'U0CORA', operation: 'alert.delete' }]);
  await startUndo(press('U0BEN'), deps);
  expect(previews).toMatchObject([{ requester: 'U0BEN', steps: [{ operation: 'alert.delete' }] }]);
});

/** Confirms or cancels the preview that the press brought. */
const decide = (person: string, on: string, decision: 'confirm' | 'cancel' = 'confirm') => ({
  ...press(person, `${decision}-${on}`),
  decision,
  on,
});
const names = () => cloud.control.state().alertPolicies.map(({ name }) => name);

test('of two previews at once one is confirmed', async () => {
  const { deps, undoneBy } = await offered();
  const presses = ['j1', 'j2', 'j3'];
  const previews = await Promise.all(presses.map((id) => startUndo(press('U0BEN', id), deps)));
  for (const preview of previews) expect(JSON.stringify(preview)).toContain('"decide":"confirm"');
  expect(undoneBy()).toBeUndefined();
  expect(names()).toContain('Disk 80');

  cloud.clearRequests();
  const ends = await Promise.all(presses.map((id) => handleDecision(decide('U0BEN', id), deps)));
  const said = ends.map((end) => JSON.stringify(end));
  expect(said.filter((one) => one.includes('"kind":"remove"'))).toHaveLength(1);
  expect(said.filter((one) => one.includes('This Undo was used by'))).toHaveLength(2);
  expect(ends.flatMap(({ entries = [] }) => entries.map(({ event }) => event)).sort()).toEqual([
    'applied',
    'refused',
    'refused',
  ]);
  expect(cloud.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(names()).not.toContain('Disk 80');
  expect(JSON.stringify(await startUndo(press('U0BEN', 'j4'), deps))).toContain('This Undo was used by');
});

test('a preview that is cancelled, or lapses, uses nothing up', async () => {
  const { deps } = await offered();
  await startUndo(press('U0BEN', 'j1'), deps);
  await handleDecision(decide('U0BEN', 'j1', 'cancel'), deps);
  expect(JSON.stringify(await startUndo(press('U0BEN', 'j2'), deps))).toContain('"decide":"confirm"');
  expect(JSON.stringify(await startUndo(press('U0BEN', 'j3'), deps))).toContain('"decide":"confirm"');
});

test.each([
  ['could not be put on record', (): void => {}, 'the audit log is unavailable', true],
  [
    'was refused by the service',
    () => cloud.control.fail({ route: 'alertPolicies.delete', status: 403 }),
    'Nothing was changed.',
    false,
  ],
])('a confirmed Undo that %s is given back', async (_, goesWrong, says, unrecorded) => {
  const { deps } = await offered();
  await startUndo(press('U0BEN', 'j1'), deps);
  goesWrong();
  const append = () => (unrecorded ? Promise.reject(new Error('the table is away')) : Promise.resolve(true));
  const end = await handleDecision(decide('U0BEN', 'j1'), {
    ...deps,
    auditLog: { ...deps.auditLog, append },
  });
  expect(JSON.stringify(end)).toContain(says);
  expect(end.changes).toMatchObject([{ change: 'j1', end: {} }]);
  expect(await deps.changes.get('j1')).toMatchObject({
    status: 'failed',
    due: expect.arrayContaining(['undo']),
  });
});

/** Another person changes the policy's duration. */
async function changeMeanwhile({ service }: Pick<WorkerDependencies, 'service'>): Promise<void> {
  const { alertPolicies } = service.account('ACME');
  const policy = (await alertPolicies.list()).find(({ name }) => name === 'Disk 80');
  if (!policy) throw new Error('There is no such policy');
  const triggers = policy.triggers.map((trigger) => ({ ...trigger, threshold: 95 }));
  await alertPolicies.update(policy.id, { name: policy.name, actions: policy.actions, triggers });
}

test('what somebody changed between the preview and Confirm is not undone, and the Undo is given back', async () => {
  const { deps, kept } = await offered();
  await startUndo(press('U0BEN', 'j1'), deps);
  await changeMeanwhile(deps);
  const end = await handleDecision(decide('U0BEN', 'j1'), deps);
  expect(JSON.stringify(end)).toContain('Somebody changed it since');
  expect(JSON.stringify(end)).toContain('disk ≥ 95%');
  expect(end.entries).toMatchObject([{ event: 'refused', note: 'Somebody changed it since.' }]);
  expect(names()).toContain('Disk 80');
  expect(kept.get('j1')).toMatchObject({ status: 'refused', due: expect.arrayContaining(['undo']) });
});

test('an Undo of which nobody can say whether it still fits is not done, and is given back', async () => {
  const { deps, kept } = await offered();
  await startUndo(press('U0BEN', 'j1'), deps);
  cloud.control.fail({ route: 'alertPolicies.get', status: 503, times: 6 });
  const end = await handleDecision(decide('U0BEN', 'j1'), deps);
  expect(JSON.stringify(end)).toContain('Nothing was changed');
  expect(names()).toContain('Disk 80');
  expect(kept.get('j1')).toMatchObject({ status: 'refused', due: expect.arrayContaining(['undo']) });
});

/** A worker under a policy by which every change needs an approval. */
function askingOthers(deps: WorkerDependencies): WorkerDependencies {
  const { risk } = deps.policy;
  const policy: Policy = {
    ...deps.policy,
    risk: { ...risk, levels: [{ minScore: 0, approvers: 1, ticket: false }] },
  };
  return { ...deps, policy };
}

test.each([
  ['the vote', 'open'],
  ['it runs', 'approved'],
] as const)(
  'an Undo that waits for approval is void when somebody changes the thing before %s',
  async (_, phase) => {
    const { deps, kept } = await offered();
    const strict = askingOthers(deps);
    await startUndo(press('U0BEN', 'j1'), strict);
    await handleDecision(decide('U0BEN', 'j1'), strict);
    const { team, replyTo } = press('U0CORA');
    const job = { id: 'v1', team, replyTo, change: 'j1' };
    const say = () => castVote({ ...job, kind: 'vote', vote: 'approve', comment: '', narrower: {} }, strict);
    if (phase === 'approved') await say();
    expect(kept.get('j1')?.status).toBe(phase);

    await changeMeanwhile(deps);
    const end = phase === 'open' ? await say() : await execute({ ...job, kind: 'execute', index: 0 }, strict);
    expect(kept.get('j1')?.status).toBe('outdated');
    expect(JSON.stringify(end.entries)).toContain('Somebody has changed what this would undo.');
    expect(names()).toContain('Disk 80');
  },
);

test.each<
  [string, (deps: WorkerDependencies, later: (ms: number) => WorkerDependencies) => Promise<unknown>]
>([
  [
    'rejected',
    async (deps) => {
      const { replyTo } = press('U0CORA');
      const job = castOf({ change: 'j1', vote: 'reject', comment: 'no', replyTo });
      await deliver(job, await castVote(job, deps), deps);
    },
  ],
  [
    'withdrawn',
    async (deps) => {
      const job: DecisionMade = { ...press('U0BEN', 'w1'), decision: 'withdraw', on: 'j1' };
      await deliver(job, await handleDecision(job, deps), deps);
    },
  ],
  ['expired', (_, later) => sweep(later(9 * 3_600_000))],
])('an Undo whose request is %s is offered again', async (_, end) => {
  const { deps, kept, undoneBy } = await offered();
  const strict = askingOthers(deps);
  await startUndo(press('U0BEN', 'j1'), strict);
  await handleDecision(decide('U0BEN', 'j1'), strict);
  expect(kept.get('j1')?.status).toBe('open');
  expect(JSON.stringify(await startUndo(press('U0BEN', 'j2'), strict))).toContain('This Undo was used by');
  const later = (ms: number): WorkerDependencies => ({ ...strict, clock: () => strict.clock() + ms });
  await end(strict, later);
  expect(undoneBy()).toBeUndefined();
  expect(JSON.stringify(await startUndo(press('U0BEN', 'j3'), strict))).toContain('Request Approval');
});

test('a confirmed Undo of which nobody knows whether it was done is not given back', async () => {
  const { deps } = await offered();
  await startUndo(press('U0BEN', 'j1'), deps);
  cloud.control.fail({ route: 'alertPolicies.delete', how: 'drop', after: true });
  expect(JSON.stringify(await handleDecision(decide('U0BEN', 'j1'), deps))).toContain('Outcome unknown');
  expect(JSON.stringify(await startUndo(press('U0BEN', 'j2'), deps))).toContain('This Undo was used by');
});

test('a press while the service is away uses nothing up', async () => {
  const { deps, undoneBy } = await offered();
  cloud.control.fail({ route: 'alertPolicies.get', status: 503, times: 3 });
  await expect(startUndo(press('U0BEN'), deps)).rejects.toThrow();
  expect(undoneBy()).toBeUndefined();
  expect(JSON.stringify(await startUndo(press('U0BEN'), deps))).toContain('"decide":"confirm"');
});

test('the same press, delivered twice, gets the preview twice', async () => {
  const { deps } = await offered();
  await startUndo(press('U0BEN'), deps);
  expect(JSON.stringify(await startUndo(press('U0BEN'), deps))).toContain('"decide":"confirm"');
});

test.each([
  ['the way back cannot be told', () => unused()],
  ['its arguments are not taken', () => ({ ...wayBack(), raw: {} })],
  ['there is none', () => undefined],
])('a change stands without Undo where %s', async (_, way) => {
  const { deps } = setUp();
  expect(await undoable(way, made, replyTo, deps)).toEqual({});
});

test('a change stands without Undo where somebody else changed the thing before its state was read', async () => {
  const { deps } = setUp();
  const server = 'de1acmeweb01';
  const way = (left: string): InverseCommand => ({
    ...commandOf(`autoscale remove ${server}`),
    subject: { kind: 'autoscale policy on server', server },
    left,
  });
  const set = cloud.control.state().servers.find(({ id }) => id === server)?.autoscalePolicyId ?? '';
  expect(await undoable(() => way('0'.repeat(32)), made, replyTo, deps)).toEqual({});
  expect((await undoable(() => way(set), made, replyTo, deps)).undo).toBeDefined();
});

test('a change stands without Undo where its state can’t be read, and the log says so', async () => {
  const { deps, logged } = setUp();
  cloud.control.fail({ route: 'alertPolicies.get', status: 503, times: 3 });
  expect(await undoable(wayBack, made, replyTo, deps)).toEqual({});
  expect(logged).toEqual(['no undo']);
});
