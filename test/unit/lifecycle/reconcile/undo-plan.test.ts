import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { endId, executionId, rollbackId } from '../../../../src/change/model/ids.ts';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { endNow, extend, tryAgain } from '../../../../src/change/transitions/moving.ts';
import { claim, complete } from '../../../../src/change/transitions/running.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { NotDue } from '../../../../src/core/unavailable.ts';
import { processJob } from '../../../../src/jobs/process-job.ts';
import { undoPlan } from '../../../../src/lifecycle/reconcile/undo-plan.ts';
import { claimUndo } from '../../../../src/lifecycle/request/use-offers.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { changesSent, cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { madePlan } from '../../../support/made/made-plan.ts';
import { settled } from '../../../support/made/settled.ts';

/*
 * An all-or-nothing plan that fails is undone step by step, the last one first. Whichever call fails meanwhile, each step is undone
 * once: test/model explores that.
 */

const cloud = await cloudOfFile();
const service = connected(cloud);
const account = service.account('ACME');
const server = 'DE1ACMEWEB04';
const assigned = async () => (await account.servers.get(server.toLowerCase())).details?.alertPolicies ?? [];
const policies = () => cloud.control.state().alertPolicies;

/** A plan whose last step has failed. `undoAll` runs its rollback while a step is due, and resolves to each outcome. */
async function failedPlan(name: string, timings: readonly Timing[] = []) {
  const world = await madePlan(cloud, name, timings, { fails: true });
  const id = rollbackId('a1');
  const undoAll = async (): Promise<readonly string[]> => {
    while (executionsOf(world.now(id), world.state.now).length > 0) await world.end(id);
    return world.now(id).steps.map(({ undoes, outcome }) => `${undoes?.id} ${outcome?.kind}`);
  };
  return { ...world, undoAll };
}

test('a failed plan is undone, the last step first, and the reason is reported', async () => {
  const before = [policies().length, (await assigned()).length];
  const { deps, now, kept, undoAll, said } = await failedPlan('Undone');
  expect(now()).toMatchObject({ status: 'failed', due: expect.arrayContaining(['rollback']) });
  expect([policies().length, (await assigned()).length]).toEqual([
    (before[0] ?? 0) + 1,
    (before[1] ?? 0) + 1,
  ]);
  await settled(now(), deps, { done: ['card', 'requester', 'channel', 'log'] });
  expect(now().due).toBeUndefined();
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  expect([policies().length, (await assigned()).length]).toEqual(before);
  expect(kept.get(rollbackId('a1'))?.status).toBe('done');
  expect(words(said)).toContain('Step 3 failed, and the plan is all or nothing.');
});

test('undoing a plan again changes nothing, wherever a worker died in between', async () => {
  const { deps, now, kept, undoAll } = await failedPlan('Again');
  await settled(now(), deps);
  const stored = [...kept.values()];
  await settled(now(), deps);
  expect([...kept.values()]).toEqual(stored);
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  const undone = [...kept.values()];
  await settled(now(), deps);
  expect([...kept.values()]).toEqual(undone);
});

test('the rollback excludes a step that somebody has undone', async () => {
  const { deps, now, undoAll, said } = await failedPlan('By hand');
  await claimUndo(`${now().id}.2`, { person: 'U0BEN', job: 'click' }, deps);
  await settled(now(), deps);
  expect(await undoAll()).toEqual(['a1 done']);
  expect(words(said)).not.toContain('Not undone');
});

test('a step whose state somebody changed stays, and the steps before it are undone', async () => {
  const { deps, now, kept, undoAll, said } = await failedPlan('Changed');
  const policy = policies().find(({ name }) => name === 'Changed');
  await account.alertPolicies.unassign(server.toLowerCase(), policy?.id ?? '');
  await settled(now(), deps);
  expect(await undoAll()).toEqual(['a1.2 skipped', 'a1 done']);
  expect(kept.get(rollbackId('a1'))?.status).toBe('skipped');
  expect(words(said)).toContain('Not undone');
});

test('a step that nothing undoes is reported, and the others are undone', async () => {
  const { deps, now, kept, undoAll, said } = await failedPlan('No way back');
  const steps = mapNonEmpty(
    now().steps,
    (step, index): Step =>
      index === 1 && step.outcome ? { ...step, outcome: { ...step.outcome, undo: undefined } } : step,
  );
  kept.set(now().id, { ...now(), steps });
  await settled(now(), deps);
  expect(await undoAll()).toEqual(['a1 done']);
  expect(words(said)).toContain('Not undone: step 2. Nothing undoes this step.');
  expect(now().due).toBeUndefined();
});

const hour = 3_600_000;
const inAnHour: Timing = { ends: { after: hour } };
const rollback = rollbackId('a1');
const [firstEnd, secondEnd] = [endId('a1'), endId('a1.2')];
const jobOf = (id: string, index = 0): string => executionId(id, index);
const claimedBy = (job: string) => (change: Change, now: number) => claim(change, 0, { job, run: 'r1' }, now);
const endedAs = (kind: StepOutcome['kind']) => (change: Change, now: number) =>
  complete(change, 0, { kind, answer: [], note: 'So it is.', job: jobOf(secondEnd) }, now);

type Happening = (change: Change, now: number) => Transition;
const triedBefore: Happening = (change, now) =>
  tryAgain(change, 0, { answer: [], job: jobOf(change.id), isPassing: true }, now);

/**
 * A failed plan whose steps end in an hour, and whose rollback is stored after this happened to the end of the second one. The rollback
 * undoes that step first.
 */
async function rolledBack(name: string, before: Happening = (change) => ({ change })) {
  const world = await failedPlan(name, [inAnHour, inAnHour]);
  const happens = (id: string, transition: Happening) =>
    world.deps.changes.change(id, (change) => transition(change, world.state.now));
  await happens(secondEnd, before);
  await undoPlan(world.now(), world.deps);
  cloud.clearRequests();
  const sent = () => changesSent(cloud.requests);
  const queued = () => world.sent.flatMap(({ job }) => (job.kind === 'execute' ? [job.id] : []));
  return { ...world, happens, sent, queued };
}

test('the rollback is stored first: the ends keep their times, and each step waits for the one before it', async () => {
  const { now, ending, queued } = await rolledBack('Stored');
  expect(now(rollback)).toMatchObject({
    status: 'approved',
    reversal: { cause: 'failure', because: 'Step 3 failed, and the plan is all or nothing.' },
  });
  const ends = [ending(secondEnd), ending(firstEnd)].map(({ steps: [step] }) => step);
  expect(ends.map(({ startsAt = 0 }) => startsAt - now().created)).toEqual([hour + 1000, hour]);
  expect(now(rollback).steps).toEqual(
    ends.map(({ startsAt: _, ...step }, at) => (at === 0 ? step : { ...step, after: at - 1 })),
  );
  expect(queued()).toEqual([jobOf(rollback)]);
});

test('an end that was tried before starts afresh in the rollback', async () => {
  const { now, end } = await rolledBack('Tried', triedBefore);
  const [{ attempt, retryAt, failure }] = now(rollback).steps;
  expect([attempt, retryAt, failure]).toEqual([undefined, undefined, undefined]);
  expect(await end(rollback)).toMatchObject([{ kind: 'done', job: jobOf(rollback) }, undefined]);
});

test.each<[string, Happening]>([
  ['waits', (change) => ({ change })],
  ['was extended', (one, now) => extend(one, { from: one.expires, to: one.expires + hour }, now)],
  ['was moved to now', (one, now) => endNow(one, 'U0BEN', now)],
  ['was tried meanwhile', triedBefore],
])('an end that %s gives way in its turn, and not before', async (what, happened) => {
  const { state, now, end, happens, sent } = await rolledBack(`One that ${what}`);
  await happens(secondEnd, happened);
  await happens(firstEnd, happened);
  expect(await end(rollback)).toMatchObject([{ kind: 'done', job: jobOf(rollback) }, undefined]);
  expect([now(secondEnd).status, now(firstEnd).status]).toEqual(['superseded', 'approved']);
  expect(await end(rollback)).toMatchObject([{}, { kind: 'done', job: jobOf(rollback, 1) }]);
  state.now += 3 * hour;
  await end(secondEnd);
  expect(now(firstEnd).status).toBe('superseded');
  expect(sent()).toHaveLength(2);
});

test.each(['done', 'skipped', 'unknown'] as const)(
  'an end that is over as %s passes its outcome to the rollback, and is logged once',
  async (kind) => {
    const { deps, state, now, end, happens, inLog, queued } = await rolledBack(`One that is ${kind}`);
    state.now += hour;
    if (kind === 'done') await end(secondEnd);
    else {
      await happens(secondEnd, claimedBy(jobOf(secondEnd)));
      await happens(secondEnd, endedAs(kind));
    }
    const logged = inLog().length;
    for (const job of executionsOf(now(rollback), state.now)) await processJob(job, 60_000, deps);
    const { outcome } = now(secondEnd).steps[0];
    expect(outcome).toMatchObject({ kind, job: jobOf(secondEnd) });
    expect(now(rollback).steps[0].outcome).toEqual(outcome);
    expect(inLog()).toHaveLength(logged);
    expect(queued()).toContain(jobOf(rollback, 1));
  },
);

test('the rollback waits for a running end, which gives way once it has failed', async () => {
  const { now, end, happens } = await rolledBack('Runs');
  await happens(secondEnd, claimedBy(jobOf(secondEnd)));
  await expect(end(rollback)).rejects.toThrow(NotDue);
  expect(now(secondEnd).status).toBe('running');
  expect(now(rollback)).toMatchObject({
    status: 'approved',
    steps: [expect.not.objectContaining({ claimed: {} }), {}],
  });
  await happens(secondEnd, endedAs('failed'));
  expect(await end(rollback)).toMatchObject([{ kind: 'done', job: jobOf(rollback) }, undefined]);
  expect(now(secondEnd).status).toBe('superseded');
});

test('undoing a plan again leaves its rollback as it is, and queues the step that is due', async () => {
  const { deps, now, end, happens, queued } = await rolledBack('Queued');
  await end(rollback);
  const stored = now(rollback);
  const before = queued().length;
  await undoPlan(now(), deps);
  expect(now(rollback)).toBe(stored);
  expect(queued().slice(before)).toEqual([jobOf(rollback, 1)]);
  await happens(rollback, (one, at) => claim(one, 1, { job: jobOf(rollback, 1), run: 'r1' }, at));
  await undoPlan(now(), deps);
  expect(queued()).toHaveLength(before + 1);
});

test('the rollback excludes a step whose end is over; if no step remains, there is no rollback', async () => {
  const world = await failedPlan('Over', [inAnHour, inAnHour]);
  world.state.now += hour + 1000;
  await world.end(secondEnd);
  const { kept, now, deps } = world;
  await undoPlan(now(), deps);
  expect(now(rollback).steps.map(({ undoes }) => undoes?.id)).toEqual(['a1']);
  kept.delete(rollback);
  await world.end(firstEnd);
  await undoPlan(now(), deps);
  expect(kept.get(rollback)).toBeUndefined();
});

test('a step shows its rollback last, not that its end gave way', async () => {
  const { now, end } = await rolledBack('Shown');
  await end(rollback);
  await end(rollback);
  expect(now().steps.map((step) => step.end?.phase)).toEqual(['ended', 'ended', undefined]);
});

test('only the rollback of its plan makes an end give way', async () => {
  const { kept, now, end, ending, sent } = await rolledBack('Forged');
  kept.set('agent-b1', { ...now(rollback), id: 'agent-b1' });
  await end('agent-b1');
  expect(ending(secondEnd).status).toBe('approved');
  expect(sent()).toEqual([]);
});
