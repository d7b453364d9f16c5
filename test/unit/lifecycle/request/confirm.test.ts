import { expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { contentIn, contentOf } from '../../../../src/aws/sdk/content.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Changes } from '../../../../src/change/model/changes.ts';
import { startDeadline } from '../../../../src/change/model/deadlines.ts';
import { agreedDigest } from '../../../../src/change/model/digest.ts';
import { titleOf } from '../../../../src/change/model/titles.ts';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { confirmChange } from '../../../../src/lifecycle/request/confirm.ts';
import { executionsBy } from '../../../../src/lifecycle/run/enqueue-execution.ts';
import type { RawArgs } from '../../../../src/operation/operation.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { changesSent, cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, openingsReadTogether, words } from '../../../support/in-memory/memory.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { confirmationOf } from '../../../support/made/clicks.ts';
import { noon, previewOf } from '../../../support/made/requests.ts';
import { evaluated, preparedFrom } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const id = 'j-confirm';

const creationOf = (name: string) => preparedFrom(`alert create ${name} disk=80 to=ops@example.com`);

/** Ana confirms a change that creates alert policies with these names at a time; `arrange` changes its preview before. */
async function confirm(
  [first, ...others]: readonly [string, ...string[]],
  { arrange = (preview: Change) => preview, timing = {} as Timing } = {},
) {
  const { changes, kept } = changesInMemory();
  const { deps, state } = memory({ service: connected(cloud), changes });
  state.now = noon;
  const request = [creationOf(first), ...others.map(creationOf)] as const;
  const evaluation = await evaluateChange(request, replyTo, deps, { known: request.map(() => timing) });
  const change = arrange(previewOf({ steps: stepsFrom(evaluation), basis: evaluation.basis }));
  state.settled = { change };
  const job = confirmationOf(change, { id });
  return { result: await confirmChange(job, deps), stored: kept.get('a1'), deps, state, job };
}

test('a change of one step that starts now is run by the job that confirmed it', async () => {
  const { result, stored } = await confirm(['one']);
  expect(stored).toMatchObject({ status: 'done', job: id, steps: [{ claimed: { job: id } }] });
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
  const next = stored ? executionsBy(stored, id, noon) : [];
  expect(next.map(({ id }) => id)).toEqual(['a1:run', 'a1.2:run']);
});

test('a step that starts later is stored without an approval, and waits for its time', async () => {
  const later = noon + 5 * 3_600_000;
  const { result, stored } = await confirm(['four'], { timing: { startsAt: later } });
  expect(stored).toMatchObject({ status: 'approved', steps: [{ startsAt: later }] });
  expect(stored?.approval).toBeUndefined();
  expect(stored && startDeadline(stored)).toBeGreaterThan(later);
  expect(result.changes).toEqual([{ change: 'a1' }]);
  expect(stored && executionsBy(stored, id, noon)).toEqual([]);
});

test('a job that is delivered again gives the same answer, and stores nothing else', async () => {
  const { result, stored, deps, state, job } = await confirm(['five', 'six']);
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
    const { basis } = evaluation;
    const change = previewOf({ id: `a${index}`, reason: 'a test', steps: stepsFrom(evaluation), basis });
    const decide = async () => ({ change });
    return confirmChange(confirmationOf(change, { id: `j${index}` }), {
      ...deps,
      changes: { ...deps.changes, decide },
    });
  });
  await Promise.all(results);
  const requested = [...kept.values()];
  expect(requested.length).toBeGreaterThan(0);
  expect(requested[0]).toMatchObject({ approval: { approvers: 2 }, status: 'open' });
  expect(changesSent(cloud.requests.slice(asked))).toHaveLength(lines.length - requested.length);
  // An opening that waits for approval is not stored.
  expect(await openings.of('U0ANA')).toHaveLength(lines.length - requested.length);
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
  const { basis } = evaluation;
  const change = previewOf({ reason: 'the shop', steps: stepsFrom(evaluation), basis });
  state.settled = { change };
  const result = await confirmChange(confirmationOf(change), { ...deps, policy });
  expect(result.entries?.map(({ event }) => event)).toEqual(['requested']);
});

test('a refused confirmation ends the change, also if redelivered, and only its requester reads it', async () => {
  const { result, stored, deps, state, job } = await confirm(['four'], {
    arrange: ({ judgement, ...preview }) => ({
      ...preview,
      judgement: judgement && { ...judgement, basis: [{ hash: 'other', title: 'what it was' }] },
    }),
  });
  expect(stored).toMatchObject({ status: 'refused', closed: { event: 'refused', job: id } });
  expect(words(result.deliveries)).toContain('It would now Create alert policy four');
  expect(result.deliveries.map(({ kind }) => kind)).toEqual(['replace']);
  expect(result.entries).toMatchObject([{ event: 'refused', person: 'U0ANA' }]);
  if (state.settled && 'change' in state.settled) state.settled = { ...state.settled, redelivered: true };
  expect(await confirmChange(job, deps)).toEqual(result);
});

test.each<[string, (preview: Change) => Change]>([
  ['what it sets', (preview) => withRaw(preview, { disk: '95' })],
  ['its reason', (preview) => ({ ...preview, reason: 'another' })],
  ['its ticket', (preview) => ({ ...preview, ticket: 'OPS-9' })],
  ['what it agrees to', (preview) => judgedAs(preview, 'other')],
])('a click on a preview runs nothing if %s was changed in the table since it was drawn', async (_, swap) => {
  const drawn = await previewed('seven');
  const changes = await changesWith(drawn, swap(drawn));
  const { deps, state } = memory({ service: connected(cloud), changes });
  state.now = noon;
  const before = cloud.requests.length;
  const result = await confirmChange(confirmationOf(drawn), deps);
  expect(words(result.deliveries)).toContain('Nothing was changed.');
  expect((await changes.get(drawn.id))?.status ?? 'refused').toBe('refused');
  expect(changesSent(cloud.requests.slice(before))).toEqual([]);
});

test('a click without the digest of what was shown runs nothing', async () => {
  const drawn = await previewed('eight');
  const { deps, state } = memory({ service: connected(cloud), changes: await changesWith(drawn, drawn) });
  state.now = noon;
  const { seen: _, ...job } = confirmationOf(drawn);
  const result = await confirmChange(job, deps);
  expect(words(result.deliveries)).toContain('This isn’t what the preview showed any more.');
});

async function previewed(name: string): Promise<Change> {
  const { deps } = memory({ service: connected(cloud) });
  const { basis, ...evaluation } = await evaluateChange([creationOf(name)], replyTo, deps);
  return previewOf({ steps: stepsFrom(evaluation), basis });
}

/** A store with a preview, in whose item somebody has written another content. */
async function changesWith(preview: Change, content: Change): Promise<Changes> {
  const table = new MemoryTable();
  const changes = changesIn(table, () => noon);
  await changes.preview(preview);
  for (const [key, item] of table.items) table.items.set(key, { ...item, content: contentOf(content) });
  return changes;
}

const withRaw = (preview: Change, raw: RawArgs): Change => ({
  ...preview,
  steps: mapNonEmpty(preview.steps, (step) => ({ ...step, raw: { ...step.raw, ...raw } })),
});

const judgedAs = ({ judgement, ...preview }: Change, hash: string): Change => ({
  ...preview,
  judgement: judgement && { ...judgement, basis: mapNonEmpty(judgement.basis, (one) => ({ ...one, hash })) },
});

test('two alert policies of one name can’t be swapped under a title that was confirmed', async () => {
  const bot = new InMemoryBot(cloud);
  for (const at of ['80', '90']) {
    const id = await bot.type('U0ANA', `alert create Twin disk=${at} to=ops@example.com`);
    await bot.press('U0ANA', 'confirm', id);
  }
  const twins = cloud.control.state().alertPolicies.filter(({ name }) => name === 'Twin');
  const [one, other] = twins.map((twin) => twin.id);
  const id = await bot.type('U0ANA', `alert assign ${one} DE1ACMEWEB01`);
  const key = `preview#${id} preview`;
  const item = bot.memory.items.get(key);
  if (!item || !one || !other) throw new Error('It is previewed');
  const swapped = JSON.stringify(contentIn(item)).replaceAll(one, other);
  bot.memory.items.set(key, { ...item, content: contentOf(JSON.parse(swapped)) });
  const { length } = bot.changes();
  await bot.press('U0ANA', 'confirm', id);
  expect(bot.changes()).toHaveLength(length);
  expect(bot.stateOf(id)?.status).toBe('refused');
});

test.each(['confirm', 'cancel'] as const)(
  'a click to %s the first of two previews of a repeated call uses up nothing',
  async (decision) => {
    const bot = new InMemoryBot(cloud);
    const changes = changesIn(bot.memory, () => bot.now());
    const on = await bot.type('U0ANA', 'alert create twice disk=80 to=ops@example.com');
    const first = await changes.previewed(on);
    if (first) await changes.preview({ ...first, reason: 'as the second call has it' });
    await bot.press('U0ANA', decision, on);
    expect(bot.said.at(-1)?.text).toContain(
      'This isn’t what the preview showed any more. Nothing was changed.',
    );
    expect(await changes.previewed(on)).toMatchObject({ status: 'previewed', reason: expect.any(String) });
  },
);
