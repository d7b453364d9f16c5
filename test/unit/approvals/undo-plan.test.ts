import { expect, test } from 'vitest';
import { announceEnd } from '../../../src/approvals/announce-end.ts';
import { execute } from '../../../src/approvals/execute.ts';
import { tellNews } from '../../../src/approvals/tell-ending.ts';
import { isWaiting } from '../../../src/change/model/change.ts';
import { isEnding } from '../../../src/change/model/ending-change.ts';
import { rollbackId } from '../../../src/change/model/ids.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { changePlan, inOrder } from '../../../src/changes/describe-plan.ts';
import { evaluateChange, stepsFrom } from '../../../src/changes/evaluate-change.ts';
import { mapNonEmpty } from '../../../src/core/non-empty.ts';
import { operationById } from '../../../src/operations/index.ts';
import { claimUndo } from '../../../src/undo/undos.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';
import { changesInMemory, memory, words } from '../memory.ts';
import { stepsOf } from '../prepared-plan.ts';
import { executionsOf } from './executions.ts';
import { noon, request, voteOf } from './requests.ts';

/* A plan that is all or nothing and fails is undone step by step, the last one first. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const account = service.account('ACME');
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const server = 'DE1ACMEWEB04';
const assigned = async () => (await account.servers.get(server.toLowerCase())).details?.alertPolicies ?? [];
const policies = () => cloud.control.state().alertPolicies;

/** A plan whose last step fails, since somebody deleted its policy meanwhile. It has run. */
async function failedPlan(name: string) {
  const doomed = await account.alertPolicies.create({
    name: `Doomed ${name}`,
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 90 }],
  });
  const raw = {
    commands: `alert create "${name}" cpu=90 to=ops@example.com\nalert assign $1.id ${server}\nalert delete ${doomed.id}`,
    'all-or-nothing': 'yes',
  };
  const steps = stepsOf('plan', raw);
  const plan = operationById('plan')?.prepare(raw);
  if (!plan || 'problems' in plan) throw new Error('It has no mistake');
  const { deps } = memory({ service, clock: () => noon });
  const evaluation = await evaluateChange(steps, replyTo, deps);
  const asked = request({
    status: 'approved',
    steps: inOrder(stepsFrom(evaluation)),
    basis: evaluation.basis,
    plan: changePlan(plan, steps),
    votes: [voteOf('U0BEN')],
  });
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service, changes });
  world.state.now = noon;
  await account.alertPolicies.delete(doomed.id);
  const now = () => kept.get(asked.id) ?? asked;
  for (let jobs = executionsOf(now(), noon); jobs.length > 0; jobs = executionsOf(now(), noon))
    for (const job of jobs) await execute(job, world.deps);

  /** Undoes what is due, as the sweeper and its jobs do, as often as something is: what came of which step. */
  const undoAll = async (): Promise<readonly string[]> => {
    const undone: string[] = [];
    for (;;) {
      const [due] = [...kept.values()]
        .filter((change) => isEnding(change) && isWaiting(change))
        .flatMap((change) => executionsOf(change, noon));
      if (!due) return undone;
      await execute(due, world.deps);
      const change = kept.get(due.change);
      const step = change?.steps[due.index];
      undone.push(`${step?.undoes?.id} ${step?.outcome?.kind}`);
      if (change && isEnding(change)) await tellNews(change, world.deps);
    }
  };
  return { ...world, now, kept, undoAll };
}

test('what a failed plan has done is undone, the last step first, and told with the reason', async () => {
  const before = [policies().length, (await assigned()).length];
  const { deps, now, kept, undoAll, said } = await failedPlan('Undone');
  expect(now()).toMatchObject({ status: 'failed', due: expect.arrayContaining(['plan']) });
  expect([policies().length, (await assigned()).length]).toEqual([
    (before[0] ?? 0) + 1,
    (before[1] ?? 0) + 1,
  ]);
  const announced = await announceEnd(now(), ['card', 'requester', 'channel', 'log'], deps);
  expect(announced.left).toEqual([]);
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  expect([policies().length, (await assigned()).length]).toEqual(before);
  expect(kept.get(rollbackId('a1'))?.status).toBe('done');
  expect(words(said)).toContain('Step 3 failed, and the plan is all or nothing.');
});

test('undoing it again changes nothing, wherever a worker died in between', async () => {
  const { deps, now, kept, undoAll } = await failedPlan('Again');
  await announceEnd(now(), [], deps);
  const stored = [...kept.values()];
  await announceEnd(now(), [], deps);
  expect([...kept.values()]).toEqual(stored);
  expect(await undoAll()).toEqual(['a1.2 done', 'a1 done']);
  await announceEnd(now(), [], deps);
  expect(await undoAll()).toEqual([]);
});

test('a step that somebody undid is left to them', async () => {
  const { deps, now, undoAll } = await failedPlan('By hand');
  await claimUndo(`${now().id}.2`, 'U0BEN', 'click', deps);
  await announceEnd(now(), [], deps);
  expect(await undoAll()).toEqual(['a1 done']);
});

test('a step whose state somebody changed stays, and the steps before it are undone', async () => {
  const { deps, now, kept, undoAll, said } = await failedPlan('Changed');
  const policy = policies().find(({ name }) => name === 'Changed');
  await account.alertPolicies.unassign(server.toLowerCase(), policy?.id ?? '');
  await announceEnd(now(), [], deps);
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
  await announceEnd(now(), [], deps);
  expect(await undoAll()).toEqual(['a1 done']);
  expect(words(said)).toContain('Nothing undoes this step.');
});
