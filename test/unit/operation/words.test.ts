import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { join, split } from '../../../src/operation/words.ts';

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

test('split reads back what join writes', () => {
  const word = fc.oneof(
    fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 30 }) }),
    fc.record({ key: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), text: fc.string({ unit: 'grapheme' }) }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      expect(split(join(words))).toEqual(words);
    }),
  );
});
