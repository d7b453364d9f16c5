import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestMatch } from '../../../src/core/closest-match.ts';

test.each([
  ['lsit', ['list', 'show'], 'list'],
  ['LIST', ['list'], 'list'],
  ['shwo', ['list', 'show'], 'show'],
  ['alret', ['invoice', 'alert'], 'alert'],
  ['tsil', ['list'], undefined],
  ['sho', ['list', 'show'], 'show'],
  ['ab', ['ac', 'ab'], 'ab'],
  ['zzz', ['list'], undefined],
  ['', ['list'], undefined],
  ['x', [], undefined],
  ['autoscle', ['autoscale', 'alert'], 'autoscale'],
])('“%s” of %o is %s', (typed, words, word) => {
  expect(closestMatch(typed, words)).toBe(word);
});

test('a word of the list is its own closest match, and no other word is found', () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.string({ unit: 'binary', maxLength: 200 }), (listed, typed) => {
      expect(closestMatch(listed[0]?.toUpperCase() ?? '', listed)?.toLowerCase()).toBe(
        listed[0]?.toLowerCase(),
      );
      expect([...listed, undefined]).toContain(closestMatch(typed, listed));
    }),
  );
});
