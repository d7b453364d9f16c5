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

test('the action of a button is read back when it is clicked, at any position', () => {
  fc.assert(
    fc.property(action, fc.nat(4), (one, at) => {
      expect(readAction(writeAction(one, at))).toEqual(one);
    }),
  );
});

test.each(['', ':', 'decide', 'decide:approve', 'decide:constructor', 'show:all', 'other:1', '__proto__'])(
  'an action id “%s” of another app has no action',
  (actionId) => {
    expect(readAction({ action_id: actionId, value: 'x' })).toBeUndefined();
  },
);
