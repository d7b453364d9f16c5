import { expect, test } from 'vitest';
import type { RequestedChange } from '../../../../src/change/model/change.ts';
import { agreedDigest } from '../../../../src/change/model/digest.ts';
import { titleOf } from '../../../../src/change/model/titles.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { confirmChange } from '../../../../src/lifecycle/request/confirm.ts';
import { executionsBy } from '../../../../src/lifecycle/run/enqueue-execution.ts';
import { changeOf } from '../../changes.ts';
import { decisionOf } from '../../clicks.ts';
import { changesSent, cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, openingsReadTogether } from '../../memory.ts';
import { noon, previewOf } from '../../requests.ts';
import { evaluated, preparedFrom } from '../../typed-line.ts';

const cloud = await cloudOfFile();
const job = decisionOf({ id: 'j-confirm' });

const creationOf = (name: string) => preparedFrom(`alert create ${name} disk=80 to=ops@example.com`);

/** Ana confirms a change that creates alert policies with these names; `arrange` changes it before. */
async function confirm(
  [first, ...others]: readonly [string, ...string[]],
  arrange: (change: RequestedChange) => RequestedChange = (change) => change,
) {
  const { changes, kept } = changesInMemory();
  const { deps, state } = memory({ service: connected(cloud), changes });
  state.now = noon;
  const request = [creationOf(first), ...others.map(creationOf)] as const;
  const evaluation = await evaluateChange(request, job.replyTo, deps);
  const change = arrange(changeOf({ steps: stepsFrom(evaluation) }));
  state.settled = { change: { ...previewOf(), ...change } };
  return { result: await confirmChange(job, deps), stored: kept.get('a1'), deps, state };
}

test('a change of one step that starts now is run by the job that confirmed it', async () => {
  const { result, stored } = await confirm(['one']);
  expect(stored).toMatchObject({ status: 'done', job: job.id, steps: [{ claimed: { job: job.id } }] });
  expect(stored).not.toHaveProperty('number');
  expect(result.deliveries.map(({ kind }) => kind)).toEqual(['remove', 'post']);
});

test('a change of several steps is stored as a request that needs no approval, and each step has its job', async () => {
  const { result, stored } = await confirm(['two', 'three']);
  expect(stored).toMatchObject({ status: 'approved', number: 1, messages: [] });
  expect(stored?.approval).toBeUndefined();
  expect(stored && titleOf(stored)).toMatch(/^Create alert policy two.*; then Create alert policy three/);
  expect(result).toMatchObject({
    deliveries: [{ kind: 'remove' }],
    entries: [
      { event: 'requested', request: 'a1' },
      { event: 'requested', request: 'a1.2' },
      { event: 'confirmed', request: 'a1', digest: stored && agreedDigest(stored, 0) },
      { event: 'confirmed', request: 'a1.2', digest: stored && agreedDigest(stored, 1) },
    ],
    changes: [{ change: 'a1' }],
  });
  const next = stored ? executionsBy(stored, job.id, noon) : [];
  expect(next.map(({ id }) => id)).toEqual(['a1:run', 'a1.2:run']);
});

test('a step that starts later is stored without an approval, and waits for its time', async () => {
  const later = noon + 5 * 3_600_000;
  const { result, stored } = await confirm(['four'], (change) => ({
    ...change,
    steps: mapNonEmpty(change.steps, (step) => ({ ...step, startsAt: later })),
  }));
  expect(stored).toMatchObject({ status: 'approved', steps: [{ startsAt: later }] });
  expect(stored?.approval).toBeUndefined();
  expect(stored?.expires).toBeGreaterThan(later);
  expect(result.changes).toEqual([{ change: 'a1' }]);
  expect(stored && executionsBy(stored, job.id, noon)).toEqual([]);
});

test('a job that is delivered again gives the same answer, and stores nothing else', async () => {
  const { result, stored, deps, state } = await confirm(['five', 'six']);
  if ('change' in state.settled) state.settled = { ...state.settled, redelivered: true };
  expect(await confirmChange(job, deps)).toEqual(result);
  expect(await deps.changes.get('a1')).toEqual(stored);
});

test('openings that are confirmed at the same time don’t run without the approvals that they need together', async () => {
  const { changes, kept } = changesInMemory();
  const { deps: before } = memory({ service: connected(cloud), clock: () => noon });
  const openings = openingsReadTogether(2);
  const deps = { ...before, changes: { ...before.changes, ...changes }, openings };
  const lines = ['tcp/22 from=203.0.113.0/24', 'tcp/443'];
  const asked = cloud.requests.length;
  const results = lines.map(async (ports, index) => {
    const evaluation = await evaluated(`ip add DE1ACMEWEB03 ${ports}`, before);
    expect(evaluation.decision.kind).toBe('confirm');
    const change = previewOf({ id: `a${index}`, reason: 'a test', steps: stepsFrom(evaluation) });
    const decide = async () => ({ change });
    return confirmChange({ ...job, id: `j${index}` }, { ...deps, changes: { ...deps.changes, decide } });
  });
  await Promise.all(results);
  const requested = [...kept.values()];
  expect(requested.length).toBeGreaterThan(0);
  expect(requested[0]).toMatchObject({ approval: { approvers: 2 }, status: 'open' });
  expect(changesSent(cloud.requests.slice(asked))).toHaveLength(lines.length - requested.length);
  // An opening that waits for approval is not stored.
  expect(await openings.since('U0ANA', 0)).toHaveLength(lines.length - requested.length);
});

test('a change that needs approval by now is logged as requested', async () => {
  const { deps, state } = memory({ service: connected(cloud) });
  state.now = noon;
  const line = 'ip add DE1ACMEWEB03 tcp/22 from=203.0.113.0/24 why="the shop"';
  const evaluation = await evaluated(line, deps);
  expect(evaluation.decision.kind).toBe('confirm');
  // Meanwhile a stricter policy is deployed.
  const levels = [{ minScore: 1, approvers: 1, ticket: false }] as const;
  const policy = { ...deps.policy, risk: { ...deps.policy.risk, levels } };
  const change = changeOf({ reason: 'the shop', steps: stepsFrom(evaluation) });
  state.settled = { change: { ...previewOf(), ...change } };
  const result = await confirmChange(job, { ...deps, policy });
  expect(result.entries?.map(({ event }) => event)).toEqual(['requested']);
});

test('a refused confirmation ends the change, also if redelivered, and only its requester reads it', async () => {
  const { result, stored, deps, state } = await confirm(['four'], (change) => ({
    ...change,
    steps: mapNonEmpty(change.steps, (step) => ({ ...step, title: 'what it was' })),
  }));
  expect(stored).toMatchObject({ status: 'refused', ended: { event: 'refused', job: job.id } });
  expect(result.deliveries.map(({ kind }) => kind)).toEqual(['replace']);
  expect(result.entries).toMatchObject([{ event: 'refused', person: 'U0ANA' }]);
  if (state.settled && 'change' in state.settled) state.settled = { ...state.settled, redelivered: true };
  expect(await confirmChange(job, deps)).toEqual(result);
});
