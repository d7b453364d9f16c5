import { expect, test } from 'vitest';
import { oneLine } from '../../../src/core/normalize.ts';

/** Each character of the Basic Multilingual Plane, six times: more than the marks that one letter may have. */
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code).repeat(6));

test('no character remains that breaks a line, is invisible, or covers the lines around it', () => {
  const unwanted =
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]|(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|\p{M}{5}/u;
  expect(characters.filter((text) => unwanted.test(oneLine(text)))).toEqual([]);
});

test.each([
  ['a line break becomes a space', 'a\nb', 'a b'],
  ['quotation marks, dashes and full-width characters stay', '“a” – ４＝', '“a” – ４＝'],
  ['joined emoji stay one', '👩🏽‍💻 👨‍❤️‍👨 🏳️‍🌈', '👩🏽‍💻 👨‍❤️‍👨 🏳️‍🌈'],
  ['the flag of a part of a country stays', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['other tags behind a flag are removed', '🏴\u{e0061}\u{e007f}', '🏴'],
  ['a joiner between letters is removed', 'a\u200db🔥\u200d', 'ab🔥'],
  ['a soft hyphen is removed', 'a\u00adb', 'ab'],
  ['text from right to left becomes left to right', 'a\u202eb', 'ab'],
  ['half an emoji is marked as unreadable', 'a\ud83d', 'a\ufffd'],
  ['of many marks on a letter four stay', `e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(4)}`],
])('%s', (_, text, clean) => {
  expect(oneLine(text)).toBe(clean);
});
