import { expect, test } from 'vitest';
import { allOrNone } from '../../../../scripts/command-line/all-or-none.ts';
import { UsageError } from '../../../../scripts/command-line/command-line.ts';

const names = ['URL', 'USER', 'PASSWORD'] as const;

test('all variables are returned if all are set', () => {
  const all = { URL: 'http://127.0.0.1', USER: 'ana', PASSWORD: 'x' };
  expect(allOrNone(names, { ...all, OTHER: 'y' })).toEqual(all);
});

test.each([{}, { URL: '', USER: '', PASSWORD: '' }, { OTHER: 'y' }])(
  'none of them is set in %o',
  (environment) => {
    expect(allOrNone(names, environment)).toBeUndefined();
  },
);

test.each([
  [{ URL: 'u' }, 'Set USER and PASSWORD as well, or none of URL, USER, PASSWORD.'],
  [{ URL: 'u', USER: '', PASSWORD: 'p' }, 'Set USER as well, or none of URL, USER, PASSWORD.'],
])('%o has only some of them', (environment, sentence) => {
  expect(() => allOrNone(names, environment)).toThrow(new UsageError(sentence));
});
