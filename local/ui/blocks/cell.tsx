import { asObjects, asString, type Json, type JsonObject } from '../../slack/payload/json.ts';
import { RichText, richTextWords } from './parts/rich-text-block.tsx';

/** A cell of a table: text, an unformatted number, or rich text. */
export function Cell({ cell }: { cell: JsonObject }) {
  return cell.type === 'rich_text' ? (
    <RichText block={cell} />
  ) : (
    <span dir="auto">{asString(cell.text)}</span>
  );
}

/** Returns the words of a cell, for the search. */
export const wordsOf = (cell: JsonObject): string =>
  cell.type === 'rich_text' ? richTextWords(cell) : asString(cell.text);

/** Returns the sort key of a cell: its number, its time in seconds, or its words. */
export function sortsBy(cell: JsonObject): number | string {
  if (cell.type === 'raw_number' && typeof cell.value === 'number') return cell.value;
  const pieces = asObjects(cell.elements).flatMap((part) => asObjects(part.elements));
  const [only] = pieces;
  if (pieces.length === 1 && only?.type === 'date') return Number(only.timestamp);
  return wordsOf(cell);
}

/** Returns the rows of a table, without invalid values. */
export const rowsOf = (rows: Json | undefined): JsonObject[][] =>
  Array.isArray(rows) ? rows.map(asObjects) : [];

/** Whether a column contains only numbers. */
export const isNumeric = (rows: JsonObject[][], column: number): boolean =>
  rows.length > 0 && rows.every((row) => row[column]?.type === 'raw_number');
