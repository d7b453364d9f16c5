import { expect, test } from 'vitest';
import { code, type Inline, maxRows, table } from '../../../src/answer/answer.ts';

const columns = ['Name', 'State', 'Where', 'Id'].map((name) => ({ name }));
const rows = (count: number, cell: Inline): Inline[][] =>
  Array.from({ length: count }, () => columns.map(() => cell));

test('a table of what fits is kept as it is', () => {
  const content = { caption: 'Servers', columns, rows: rows(30, 'active') };
  expect(table(content)).toEqual({ kind: 'table', ...content });
});

test('of more rows than are ever shown it says how many there are', () => {
  const kept = table({ caption: 'c', columns, rows: rows(250, 'a') });
  expect(kept).toEqual({ kind: 'table', caption: 'c', columns, rows: rows(maxRows, 'a'), of: 250 });
});

test('it stays far below what the table can store, however long the names at the service are', () => {
  for (const cell of ['名'.repeat(10_000), { bold: 'x'.repeat(10_000) }, code('y'.repeat(10_000))]) {
    const kept = table({ caption: 'c', columns, rows: rows(5_000, cell) });
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(100_000);
    expect(kept).toMatchObject({ of: 5_000 });
  }
});
