import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { join, split } from '../../../src/operation/words.ts';

/** A line of marks that open and never close. Slack gives the receiver three seconds for all of its work. */
const endless = '“a" '.repeat(10_000);

test('splits a line of marks that never close in time', () => {
  const started = performance.now();
  expect(split(endless)).toHaveLength(10_000);
  expect(performance.now() - started).toBeLessThan(2000);
});

describe('split', () => {
  test.each([
    ['white space separates words', 'alert  list\t x', [{ text: 'alert' }, { text: 'list' }, { text: 'x' }]],
    ['quotes hold words together', 'show "Disk 80"', [{ text: 'show' }, { text: 'Disk 80' }]],
    ['single quotes hold words together', "show 'Disk 80'", [{ text: 'show' }, { text: 'Disk 80' }]],
    ['a key names its word', 'cpu=80', [{ key: 'cpu', text: '80' }]],
    ['the value of a key may be quoted', 'name="Disk 80"', [{ key: 'name', text: 'Disk 80' }]],
    ['a quote that never closes holds the rest', 'name="Disk 80', [{ key: 'name', text: 'Disk 80' }]],
    ['an apostrophe inside a word is a letter', "O'Brien x", [{ text: "O'Brien" }, { text: 'x' }]],
    ['an escaped quote stays', '"a \\"b\\""', [{ text: 'a "b"' }]],
    ['a key without a value is empty', 'name= x', [{ key: 'name', text: '' }, { text: 'x' }]],
    ['an equals sign inside quotes makes no key', '"a=b"', [{ text: 'a=b' }]],
    ['white space alone has no words', '   ', []],
    [
      'typographic quotes hold words together',
      'show “Disk 80” x',
      [{ text: 'show' }, { text: 'Disk 80' }, { text: 'x' }],
    ],
    ['so do low ones', 'name=„Disk 80“', [{ key: 'name', text: 'Disk 80' }]],
    ['guillemets may have spaces inside', '« Disk 80 »', [{ text: ' Disk 80 ' }]],
    ['they may point inward', '»Disk 80« ›x y‹', [{ text: 'Disk 80' }, { text: 'x y' }]],
    [
      'both marks may be the same',
      '”Disk 80” “x y“ »z z»',
      [{ text: 'Disk 80' }, { text: 'x y' }, { text: 'z z' }],
    ],
    [
      'corner brackets and full-width marks are quotes',
      '「a b」 ＂c d＂',
      [{ text: 'a b' }, { text: 'c d' }],
    ],
    ['only one of two marks may be typographic', '“Disk 80" x', [{ text: 'Disk 80' }, { text: 'x' }]],
    ['or only the other', '"Disk 80” x', [{ text: 'Disk 80' }, { text: 'x' }]],
    ['other quotes are letters inside', '"Fix “prod” «now»"', [{ text: 'Fix “prod” «now»' }]],
    ['straight quotes are letters inside typographic ones', '“Fix "prod" now”', [{ text: 'Fix "prod" now' }]],
    ['typographic quotes nest', '“Fix “prod”, now” x', [{ text: 'Fix “prod”, now' }, { text: 'x' }]],
    ['nested quotes may end together', '“Fix “prod”” „x „y““', [{ text: 'Fix “prod”' }, { text: 'x „y“' }]],
    ['an apostrophe is a letter', '‘it’s down’ x', [{ text: 'it’s down' }, { text: 'x' }]],
    ['a typographic mark inside a word is a letter', 'Disk“80” x', [{ text: 'Disk“80”' }, { text: 'x' }]],
    ['an open quote holds the closed ones after it', '"Disk “A” x', [{ text: 'Disk “A” x' }]],
    [
      'a full-width equals sign names its word',
      'cpu＝80 all‑or–nothing=yes',
      [
        { key: 'cpu', text: '80' },
        { key: 'all-or-nothing', text: 'yes' },
      ],
    ],
    ['a full-width space separates words', 'alert\u3000list', [{ text: 'alert' }, { text: 'list' }]],
  ])('%s', (_, line, words) => {
    expect(split(line)).toEqual(words);
  });

  test('never fails, and has no more words than the line has characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (line) => {
        const words = split(line);
        expect(words.length).toBeLessThanOrEqual(line.length);
      }),
    );
  });
});

/** Pairs of quotation marks of several languages and keyboards. */
const pairs = fc.constantFrom(
  '""',
  '“”',
  '„“',
  '„”',
  '””',
  '«»',
  '»«',
  '‹›',
  '‘’',
  '‚‘',
  '＂＂',
  '「」',
  '『』',
);
const [plain, open, close] = [fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,2}$/), 0, 1];

test('a pair of quotation marks holds what another pair holds in it, of any kind but its own straight one', () => {
  fc.assert(
    fc.property(pairs, pairs, plain, plain, plain, (outer, inner, before, quoted, after) => {
      const isAmbiguous =
        outer === inner ? outer[open] === outer[close] && '"＂'.includes(outer.charAt(0)) : false;
      fc.pre(!isAmbiguous);
      const text = `${before} ${inner[open]}${quoted}${inner[close]} ${after}`;
      const line = `why=${outer[open]}${text}${outer[close]} ${after.split(' ')[0]}`;
      expect(split(line)).toEqual([{ key: 'why', text }, { text: after.split(' ')[0] }]);
    }),
  );
});

test('split reads back what join writes', () => {
  const word = fc.oneof(
    fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 30 }) }),
    fc.record({
      text: fc.string({ unit: fc.constantFrom(...'“”„‟«»‹›‘’‚‛「」＂＇＝"\'\\ =a'), maxLength: 12 }),
    }),
    fc.record({ key: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), text: fc.string({ unit: 'grapheme' }) }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      expect(split(join(words))).toEqual(words);
    }),
  );
});
