import { expect, test } from 'vitest';
import { type Change, isWaiting } from '../../../../src/change/model/change.ts';
import { isEnding } from '../../../../src/change/model/ending-change.ts';
import { endId, executionId, rollbackId } from '../../../../src/change/model/ids.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { claim } from '../../../../src/change/transitions/running.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { workOff } from '../../../../src/lifecycle/reconcile/outbox.ts';
import { claimUndo } from '../../../../src/lifecycle/request/use-offers.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { NotDue } from '../../../../src/lifecycle/run/not-due.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { executionsOf } from '../../executions.ts';
import { changesSent, cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { approvedPlan } from '../../prepared-plan.ts';
import { noon } from '../../requests.ts';

/* A plan that is all or nothing and fails is undone step by step, the last one first. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const account = service.account('ACME');
const server = 'DE1ACMEWEB04';
const twoHours = 2 * 3_600_000;
const inTwoHours: Timing = { ends: { after: twoHours } };
const assigned = async () => (await account.servers.get(server.toLowerCase())).details?.alertPolicies ?? [];
const policies = () => cloud.control.state().alertPolicies;

/** A plan whose last step fails, since somebody deleted its policy meanwhile. It has run. `timing`: that of its assignment. */
async function failedPlan(name: string, timing: Timing = {}) {
  const doomed = await account.alertPolicies.create({
    name: `Doomed ${name}`,
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 90 }],
  });
  const raw = {
    commands: `alert create "${name}" cpu=90 to=ops@example.com\nalert assign $1.id ${server}\nalert delete ${doomed.id}`,
    'all-or-nothing': 'yes',
  };
  const { deps } = memory({ service, clock: () => noon });
  const asked = await approvedPlan(raw, [{}, timing], deps);
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service, changes });
  world.state.now = noon;
  await account.alertPolicies.delete(doomed.id);
  const now = () => kept.get(asked.id) ?? asked;
  for (let jobs = executionsOf(now(), noon); jobs.length > 0; jobs = executionsOf(now(), noon))
    for (const job of jobs) await execute(job, world.deps);

  /** Undoes the first that is due, as the sweeper and its jobs do: what came of which step; undefined if nothing is due. */
  const undoNext = async (of = (_: Change): boolean => true): Promise<string | undefined> => {
    const [due] = [...kept.values()]
      .filter((change) => isEnding(change) && isWaiting(change) && of(change))
      .flatMap((change) => executionsOf(change, world.state.now));
    if (!due) return undefined;
    await execute(due, world.deps);
    const change = kept.get(due.change);
    const step = change?.steps[due.index];
    if (change && isEnding(change)) await workOff(change, world.deps);
    return `${step?.undoes?.id} ${step?.outcome?.kind}`;
  };
  /** Undoes what is due as often as something is. */
  const undoAll = async (): Promise<readonly string[]> => {
    const undone: string[] = [];
    for (let next = await undoNext(); next !== undefined; next = await undoNext()) undone.push(next);
    return undone;
  };
  const undoneByRollback = () => undoNext(({ id }) => id === rollbackId(asked.id));
  return { ...world, now, kept, undoNext, undoneByRollback, undoAll };
}

/** The end of the assignment in the plan. */
const endOfAssignment = endId('a1.2');
const unassigned = () =>
  changesSent(cloud.requests).filter((call) => /^DELETE .*\/servers\/.*\/alertPolicies\//.test(call));

test('what a failed plan has done is undone, the last step first, and told with the reason', async () => {
  const before = [policies().length, (await assigned()).length];
  const { deps, now, kept, undoAll, said } = await failedPlan('Undone');
  expect(now()).toMatchObject({ status: 'failed', due: expect.arrayContaining(['rollback']) });
  expect([policies().length, (await assigned()).length]).toEqual([
    (before[0] ?? 0) + 1,
    (before[1] ?? 0) + 1,
  ]);
  await workOff(now(), deps, { told: ['card', 'requester', 'channel', 'log'], posted: [] });
  expect(now().due).toBeUndefined();
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  expect([policies().length, (await assigned()).length]).toEqual(before);
  expect(kept.get(rollbackId('a1'))?.status).toBe('done');
  expect(words(said)).toContain('Step 3 failed, and the plan is all or nothing.');
});

test('undoing it again changes nothing, wherever a worker died in between', async () => {
  const { deps, now, kept, undoAll } = await failedPlan('Again');
  await workOff(now(), deps);
  const stored = [...kept.values()];
  await workOff(now(), deps);
  expect([...kept.values()]).toEqual(stored);
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  await workOff(now(), deps);
  expect(await undoAll()).toEqual([]);
});

test('a step that somebody undid is left to them', async () => {
  const { deps, now, undoAll } = await failedPlan('By hand');
  await claimUndo(`${now().id}.2`, 'U0BEN', 'click', deps);
  await workOff(now(), deps);
  expect(await undoAll()).toEqual(['a1 done']);
});

test('a step whose state somebody changed stays, and the steps before it are undone', async () => {
  const { deps, now, kept, undoAll, said } = await failedPlan('Changed');
  const policy = policies().find(({ name }) => name === 'Changed');
  await account.alertPolicies.unassign(server.toLowerCase(), policy?.id ?? '');
  await workOff(now(), deps);
  expect(await undoAll()).toEqual(['a1.2 left', 'a1 done']);
  expect(kept.get(rollbackId('a1'))?.status).toBe('left');
  expect(words(said)).toContain('Not undone');
});

test('a step that nothing undoes is told, and the others are undone', async () => {
  const { deps, now, kept, undoAll, said } = await failedPlan('No way back');
  const steps = mapNonEmpty(
    now().steps,
    (step, index): Step =>
      index === 1 && step.outcome ? { ...step, outcome: { ...step.outcome, undo: undefined } } : step,
  );
  kept.set(now().id, { ...now(), steps });
  await workOff(now(), deps);
  expect(await undoAll()).toEqual(['a1 done']);
  expect(words(said)).toContain('Nothing undoes this step.');
});

test('an end keeps its time until it is the turn of its step, and gives way then', async () => {
  const { deps, now, kept, undoneByRollback } = await failedPlan('In its turn', inTwoHours);
  const before = kept.get(endOfAssignment);
  expect(before).toMatchObject({ status: 'approved', steps: [{ startsAt: noon + twoHours }] });
  await workOff(now(), deps);
  expect(kept.get(endOfAssignment)).toBe(before);
  expect(kept.get(rollbackId('a1'))?.steps.map(({ startsAt }) => startsAt)).toEqual([undefined, undefined]);
  cloud.clearRequests();
  expect(await undoneByRollback()).toBe('a1.2 done');
  expect(kept.get(endOfAssignment)?.status).toBe('superseded');
  expect(kept.get(endOfAssignment)?.steps[0].outcome).toBeUndefined();
  expect(unassigned()).toHaveLength(1);
  expect(await undoneByRollback()).toBe('a1 done');
});

test('an end that runs is waited for, and its outcome is taken over', async () => {
  const { deps, state, now, kept, undoneByRollback } = await failedPlan('Runs', inTwoHours);
  await workOff(now(), deps);
  state.now = noon + twoHours;
  const [job] = executionsOf(kept.get(endOfAssignment) ?? now(), state.now);
  if (!job) throw new Error('It is due');
  const claimed = await deps.changes.change(endOfAssignment, (current) =>
    claim(current, 0, { job: job.id, run: 'r1' }, state.now),
  );
  await expect(undoneByRollback()).rejects.toThrow(NotDue);
  expect(claimed).toEqual({ change: kept.get(endOfAssignment) });
  cloud.clearRequests();
  await execute(job, deps);
  expect(await undoneByRollback()).toBe('a1.2 done');
  expect(unassigned()).toHaveLength(1);
  expect(kept.get(rollbackId('a1'))?.steps[0].outcome).toEqual(kept.get(endOfAssignment)?.steps[0].outcome);
  expect(await undoneByRollback()).toBe('a1 done');
});

test('an end that comes before its turn ends by itself, and its outcome is passed on without a second entry', async () => {
  const { deps, state, now, kept, undoNext } = await failedPlan('By itself', inTwoHours);
  await workOff(now(), deps);
  state.now = noon + twoHours;
  cloud.clearRequests();
  expect(await undoNext(({ id }) => id === endOfAssignment)).toBe('a1.2 done');
  const rollback = kept.get(rollbackId('a1')) ?? now();
  const [job] = executionsOf(rollback, state.now);
  if (!job) throw new Error('It is due');
  const result = await execute(job, deps);
  expect(result.entries ?? []).toEqual([]);
  expect(result.changes).toMatchObject([{ change: rollback.id }]);
  expect(kept.get(rollback.id)?.steps[0].outcome?.job).toBe(executionId(endOfAssignment, 0));
  expect(unassigned()).toHaveLength(1);
  expect(await undoNext()).toBe('a1 done');
});

test('an end that is over when the plan is undone is left out', async () => {
  const { deps, state, now, kept, undoNext, undoAll } = await failedPlan('Over', inTwoHours);
  state.now = noon + twoHours;
  expect(await undoNext()).toBe('a1.2 done');
  await workOff(now(), deps);
  expect(kept.get(rollbackId('a1'))?.steps.map(({ undoes }) => undoes?.id)).toEqual(['a1']);
  expect(await undoAll()).toEqual(['a1 done']);
});

test('an end that was tried before starts afresh in the rollback', async () => {
  const { deps, state, now, kept, undoNext, undoAll } = await failedPlan('Afresh', inTwoHours);
  state.now = noon + twoHours;
  cloud.control.fail({ how: 'status', status: 400, changes: true });
  expect(await undoNext()).toBe('a1.2 undefined');
  expect(kept.get(endOfAssignment)?.steps[0]).toMatchObject({ attempt: 2, failure: {} });
  await workOff(now(), deps);
  const [{ attempt, retryAt, failure }] = kept.get(rollbackId('a1'))?.steps ?? now().steps;
  expect([attempt, retryAt, failure]).toEqual([undefined, undefined, undefined]);
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  expect(kept.get(endOfAssignment)?.status).toBe('superseded');
});
