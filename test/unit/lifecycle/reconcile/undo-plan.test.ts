import { expect, test } from 'vitest';
import { rollbackId } from '../../../../src/change/model/ids.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { workOff } from '../../../../src/lifecycle/reconcile/outbox.ts';
import { claimUndo } from '../../../../src/lifecycle/request/use-offers.ts';
import { executionsOf } from '../../executions.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { madePlan } from '../../made-plan.ts';
import { words } from '../../memory.ts';

/* A plan that is all or nothing and fails is undone step by step, the last one first. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const account = service.account('ACME');
const server = 'DE1ACMEWEB04';
const assigned = async () => (await account.servers.get(server.toLowerCase())).details?.alertPolicies ?? [];
const policies = () => cloud.control.state().alertPolicies;

/** A plan whose last step has failed, and what undoes it as often as something is due: what came of which step. */
async function failedPlan(name: string) {
  const world = await madePlan(cloud, name, [], { fails: true });
  const id = rollbackId('a1');
  const undoAll = async (): Promise<readonly string[]> => {
    while (executionsOf(world.now(id), world.state.now).length > 0) await world.end(id);
    return world.now(id).steps.map(({ undoes, outcome }) => `${undoes?.id} ${outcome?.kind}`);
  };
  return { ...world, undoAll };
}

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
  const undone = [...kept.values()];
  await workOff(now(), deps);
  expect([...kept.values()]).toEqual(undone);
});

test('a step that somebody undid is left to them', async () => {
  const { deps, now, undoAll, said } = await failedPlan('By hand');
  await claimUndo(`${now().id}.2`, 'U0BEN', 'click', deps);
  await workOff(now(), deps);
  expect(await undoAll()).toEqual(['a1 done']);
  expect(words(said)).not.toContain('Not undone');
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
  expect(words(said)).toContain('Not undone: step 2. Nothing undoes this step.');
  expect(now().due).toBeUndefined();
});
