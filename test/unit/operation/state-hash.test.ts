import { expect, test } from 'vitest';
import { isChanged, isComparable, stateHash } from '../../../src/operation/state-hash.ts';

const open = stateHash({ ports: ['tcp/443'] });
const narrowed = stateHash({ ports: [] });
const inAnotherForm = open.replace(/^\d+/, (form) => String(Number(form) + 1));

test.each([
  ['the same state is not changed', open, open, false],
  ['another state is changed', open, narrowed, true],
  [
    'a state in another form can’t be compared, so it never counts as changed',
    inAnotherForm,
    narrowed,
    false,
  ],
  ['a state that was not stored counts as changed', undefined, open, true],
])('%s', (_, stored, now, is) => expect(isChanged(stored, now)).toBe(is));

test('only a hash of the present form can be compared', () => {
  expect([open, inAnotherForm, 'f'.repeat(64)].map(isComparable)).toEqual([true, false, false]);
});
