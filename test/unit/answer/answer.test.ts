import { expect, test } from 'vitest';
import { code, type Inline, maxRows, table } from '../../../src/answer/answer.ts';

const columns = ['Name', 'State', 'Where', 'Id'].map((name) => ({ name }));
const rows = (count: number, cell: Inline): Inline[][] =>
  Array.from({ length: count }, () => columns.map(() => cell));

test('a table that fits keeps all its rows', () => {
  const content = { caption: 'Servers', columns, rows: rows(30, 'active') };
  expect(table(content)).toEqual({ kind: 'table', ...content });
});

test('a table with more rows than are ever shown says how many there are', () => {
  const kept = table({ caption: 'c', columns, rows: rows(250, 'a') });
  expect(kept).toEqual({ kind: 'table', caption: 'c', columns, rows: rows(maxRows, 'a'), of: 250 });
});

test('a table stays far below what DynamoDB can store, however long the names in the cloud API are', () => {
  for (const cell of ['名'.repeat(10_000), { bold: 'x'.repeat(10_000) }, code('y'.repeat(10_000))]) {
    const kept = table({ caption: 'c', columns, rows: rows(5_000, cell) });
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(100_000);
    expect(kept).toMatchObject({ of: 5_000 });
  }
});
