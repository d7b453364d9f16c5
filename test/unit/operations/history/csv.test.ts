import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from '../../../../src/operations/history/csv.ts';

const begins = /^[\s\p{C}"]*[=+\-@＝＋－＠]/u;

test.each([
  ['=1+1', `"'=1+1"`],
  ["'=1", `"''=1"`],
  [' =1', `"' =1"`],
  ['\u200b=1', `"'\u200b=1"`],
  ['＋1', `"'＋1"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ["x;=cmd|'/C calc'!A1;y", `"x;'=cmd|'/C calc'!A1;y"`],
  ['x\t=1+1', `"x\t'=1+1"`],
  ['x|@y', `"x|'@y"`],
  ['two\n-1', `"two\n'-1"`],
  ['x;"=1"', `"x;'""=1"""`],
  ['plain, 1 - 1 = 0; "quoted"', `"plain, 1 - 1 = 0; ""quoted"""`],
  ['', '""'],
])('%j is written as %s', (text, cell) => {
  expect(csv([[text, 'next']])).toBe(`\ufeff${cell},"next"\r\n`);
});

test('no cell begins a formula, wherever a spreadsheet splits the text', () => {
  const pieces = [...`=+-@＝;,|\t\n\r "'\u200b\u0000x`];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (row) => {
      const cells = csv([row])
        .slice(1)
        .split(/[,;|\t\r\n]/);
      expect(cells.filter((cell) => begins.test(cell))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
