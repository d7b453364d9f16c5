import { expect, test } from 'vitest';
import type { EndingChange } from '../../../../src/change/model/ending-change.ts';
import { resourceOf } from '../../../../src/change/model/resource.ts';
import { stepsOf } from '../../../../src/change/model/step.ts';
import { replaceEnds } from '../../../../src/lifecycle/run/replace-ends.ts';
import { changeOf } from '../../changes.ts';
import { type EndFacts, endOf, endStart } from '../../ends.ts';
import { changesInMemory } from '../../memory.ts';

const resource = resourceOf(endOf().steps[0]);
const later = changeOf({ id: 'r2' }, { title: 'Disable firewall policy', resource });
const claimed = { at: endStart, job: 'e1', run: 'r1' };

/** An end, after a later step is done that claimed the resource and supersedes these ends. */
async function afterwards(facts: EndFacts, supersedes: readonly string[]): Promise<EndingChange | undefined> {
  const end = endOf(facts);
  const { kept, changes } = changesInMemory(end);
  const [step] = stepsOf(later);
  const stored = {
    ...later,
    job: 'j',
    created: 0,
    expires: 1,
    status: 'done',
    since: 0,
    messages: [],
  } as const;
  const read = await changes.resource(resource ?? '');
  await changes.put(stored, { resource: read, by: { change: 'r2', index: 0 }, supersedes });
  if (facts.status) kept.set(end.id, end);
  await replaceEnds(step, { changes, clock: () => endStart });
  const now = kept.get(end.id);
  return now?.ending && { ...now, ending: now.ending };
}

test.each<[string, EndFacts, readonly string[], string]>([
  ['is closed, since the later decision counts', {}, ['end-l1'], 'skipped'],
  ['is closed, even if a retry is due', { step: { attempt: 3, retryAt: endStart } }, ['end-l1'], 'skipped'],
  ['stays if the later step set something else', {}, [], 'approved'],
  ['is left to its own job while it runs', { status: 'running', step: { claimed } }, ['end-l1'], 'running'],
  ['stays superseded by a rollback', { status: 'superseded' }, ['end-l1'], 'superseded'],
])('the end of a resource that a later step changed %s', async (_, facts, supersedes, status) => {
  expect(await afterwards(facts, supersedes)).toMatchObject({ status });
});

test('an end that is closed is reported, with the change that was made for good', async () => {
  const end = await afterwards({}, ['end-l1']);
  expect(end).toMatchObject({
    due: ['log', 'messages', 'requester', 'channel', 'thread'],
    ended: { event: 'failed' },
    steps: [{ outcome: { kind: 'skipped' } }],
  });
  expect(JSON.stringify(end?.steps[0].outcome)).toContain('Disable firewall policy');
});
