import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { stepId, stepOfId } from '../../../../src/change/model/ids.ts';
import type { OfferedUndo } from '../../../../src/change/model/step.ts';
import { noteUses, offeredUndo, takeOffer } from '../../../../src/change/transitions/step-offers.ts';
import { commandOf, stepOf } from '../../../support/made/changes.ts';
import { noon, request } from '../../../support/made/requests.ts';

const undo: OfferedUndo = {
  ...commandOf('alert delete 1'),
  subject: { kind: 'alert policy', id: '1' },
  warning: ['With ', { bold: 'care' }],
  state: 'a'.repeat(64),
  expires: noon + 1000,
};
const outcome = { kind: 'done', answer: [], job: 'a1:run' } as const;

/** A change of two steps, the second of which can be undone. */
const done = request({
  status: 'done',
  steps: [stepOf({ outcome }), stepOf({ outcome: { ...outcome, undo } })],
});
const ben = { person: 'U0BEN', job: 'j1' };
const stepped = (transition: Transition): Change => {
  if ('refused' in transition) throw new Error(transition.refused);
  return transition.change;
};
const used = stepped(takeOffer(done, 1, 'undoneBy', ben));

test('the Undo of a step is offered with the step, until it expires', () => {
  const [, step] = done.steps;
  const { outcome: _, ...rest } = step ?? stepOf();
  const offered = { undo: { change: 'a1', index: 1, requester: done.requester, step: rest, ...undo } };
  expect(offeredUndo(done, 1, 'j1', undo.expires - 1)).toEqual(offered);
  expect(offeredUndo(done, 1, 'j1', undo.expires)).toEqual({ refused: 'expired' });
  expect(offeredUndo(done, 0, 'j1', noon)).toEqual({ refused: 'unknown' });
  expect(offeredUndo(done, 2, 'j1', noon)).toEqual({ refused: 'unknown' });
});

test('an Undo is used once, also by a late preview; the job that used it may claim it again', () => {
  expect(offeredUndo(used, 1, 'j1', undo.expires)).toMatchObject({ undo: { index: 1 } });
  expect(takeOffer(used, 1, 'undoneBy', ben)).toEqual({ change: used });
  expect(offeredUndo(used, 1, 'j2', noon)).toEqual({ refused: 'used', by: ben });
  expect(takeOffer(used, 1, 'undoneBy', { person: 'U0ANA', job: 'j2' })).toHaveProperty('refused');
  expect(takeOffer(done, 0, 'undoneBy', ben)).toHaveProperty('refused');
});

test('an Undo is released only by the job that used it', () => {
  const unused = { index: 1, offer: 'undoneBy', isUnused: true } as const;
  expect(noteUses(used, [{ ...unused, job: 'j2' }])).toBe(used);
  const back = noteUses(used, [{ ...unused, job: 'j1' }]);
  expect(back).toEqual(done);
  expect(noteUses(back, [{ ...unused, job: 'j1' }])).toBe(back);
});

test('the outcome of an Undo is stored once, and only for its own job', () => {
  const news = { index: 1, offer: 'undoneBy', job: 'j1', isUnused: false, outcome: 'done' } as const;
  const noted = noteUses(used, [news]);
  expect(noted.steps.map(({ undoneBy }) => undoneBy)).toEqual([undefined, { ...ben, outcome: 'done' }]);
  expect(noteUses(noted, [news])).toBe(noted);
  expect(noteUses(used, [{ ...news, job: 'j2' }])).toBe(used);
  expect(noteUses(used, [{ ...news, index: 7 }])).toBe(used);
});

test('a failed step is retried once; a done or unknown one never', () => {
  const failed = request({ status: 'failed' }, { outcome: { ...outcome, kind: 'failed' } });
  const retried = stepped(takeOffer(failed, 0, 'retriedBy', ben));
  expect(retried.steps[0].retriedBy).toEqual(ben);
  expect(takeOffer(retried, 0, 'retriedBy', ben)).toEqual({ change: retried });
  expect(takeOffer(retried, 0, 'retriedBy', { person: 'U0ANA', job: 'j2' })).toHaveProperty('refused');
  expect(noteUses(retried, [{ index: 0, offer: 'retriedBy', job: 'j1', isUnused: true }])).toEqual(failed);
  for (const kind of ['done', 'unknown', 'skipped'] as const) {
    const other = request({ status: 'done' }, { outcome: { ...outcome, kind } });
    expect(takeOffer(other, 0, 'retriedBy', ben)).toHaveProperty('refused');
  }
});

test('the id of a step names its change and its position', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(99), (change, index) => {
      expect(stepOfId(stepId(change, index))).toEqual({ change, index });
    }),
  );
});
