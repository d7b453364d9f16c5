import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Button, decisions } from '../../../../src/answer/answer.ts';
import { readAction, writeAction } from '../../../../src/slack/render/action-id.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1 });
const action = fc.oneof<fc.Arbitrary<Button['action']>[]>(
  words.map((line) => ({ line })),
  words.map((form) => ({ form })),
  fc.constant({ show: 'home' }),
  fc.record({ decide: fc.constantFrom(...decisions, 'review' as const), on: words }),
);

test('what a button action is read back when it is pressed, wherever it was among the others', () => {
  fc.assert(
    fc.property(action, fc.nat(4), (one, at) => {
      expect(readAction(writeAction(one, at))).toEqual(one);
    }),
  );
});

test.each(['', ':', 'decide', 'decide:approve', 'decide:constructor', 'show:all', 'other:1', '__proto__'])(
  'an action “%s” of somebody else action nothing',
  (actionId) => {
    expect(readAction({ action_id: actionId, value: 'x' })).toBeUndefined();
  },
);
