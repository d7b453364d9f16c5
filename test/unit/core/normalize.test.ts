import { expect, test } from 'vitest';
import { oneLine } from '../../../src/core/normalize.ts';

/** All of the Basic Multilingual Plane but surrogates, six of each: more than the marks that one letter may have. */
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code).repeat(6)).filter(
  (text) => text.isWellFormed(),
);

test('what needs no normalization by its look is the same after it', () => {
  const invisible = '\u200b';
  expect(characters.filter((text) => oneLine(text) !== oneLine(text + invisible))).toEqual([]);
});

test.each([
  ['a line break becomes a space', 'a\nb', 'a b'],
  ['a soft hyphen goes', 'a\u00adb', 'ab'],
  ['a text that runs backwards runs forwards', 'a\u202eb', 'ab'],
  ['half an emoji is marked as unreadable', 'a\ud83d', 'a\ufffd'],
  ['of many marks on a letter four stay', `e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(4)}`],
])('%s', (_, text, clean) => {
  expect(oneLine(text)).toBe(clean);
});
