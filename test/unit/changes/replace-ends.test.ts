import { expect, test } from 'vitest';
import type { EndingChange } from '../../../src/change/model/ending-change.ts';
import { stepsOf } from '../../../src/change/model/step.ts';
import { replaceEndsOn } from '../../../src/changes/replace-ends.ts';
import { changeOf } from '../changes.ts';
import { endOf, endStart } from '../ends.ts';
import { changesInMemory } from '../memory.ts';

const [later] = stepsOf(changeOf({ id: 'r2' }, { title: 'Disable firewall policy' }));
const subject = endOf().steps[0].undoes?.subject ?? { kind: 'none' };
const claimed = { at: endStart, job: 'e1', run: 'r1' };

/** An end after a later step changed the subject. */
async function afterwards(end: EndingChange) {
  const { kept, changes } = changesInMemory(end);
  await replaceEndsOn(subject, later, { changes, clock: () => endStart });
  return kept.get(end.id);
}

test.each<[string, EndingChange, string]>([
  ['is closed, since the later decision counts', endOf(), 'left'],
  ['that is to be tried again is closed', endOf({ step: { attempt: 3, retryAt: endStart } }), 'left'],
  ['of the same step stays', endOf({}, 'r2'), 'approved'],
  ['in another account stays', endOf({ step: { account: 'ACDV' } }), 'approved'],
  [
    'on another subject stays',
    endOf({ step: { undoes: { id: 'l1', subject: { ...subject, policy: 'p2' }, state: 's1' } } }),
    'approved',
  ],
  ['that is ending is told by its own job', endOf({ status: 'running', step: { claimed } }), 'running'],
  ['that gave way to a rollback stays so', endOf({ status: 'superseded' }), 'superseded'],
])('the end on what a later step changed %s', async (_, end, status) => {
  expect(await afterwards(end)).toMatchObject({ status });
});

test('what is closed so is told, with the change that replaced it', async () => {
  const end = await afterwards(endOf());
  expect(end).toMatchObject({
    due: ['log', 'messages', 'requester', 'channel', 'thread'],
    ended: { event: 'failed' },
    steps: [{ outcome: { kind: 'left' } }],
  });
  expect(JSON.stringify(end?.steps[0].outcome)).toContain('Disable firewall policy');
});
