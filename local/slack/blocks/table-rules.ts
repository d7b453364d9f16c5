import { asObject, type Json, type JsonObject } from '../payload/json.ts';
import { slackLimits } from './limits.ts';
import { richText } from './rich-text-rules.ts';
import type { Problem } from './rules.ts';
import { also, broken, byType, type Check, integer, list, number, object, oneOf, text } from './rules.ts';

const words = text(Number.POSITIVE_INFINITY);
const cell = byType({
  raw_text: object({ type: oneOf('raw_text'), text: words }),
  raw_number: object({ type: oneOf('raw_number'), value: number(), text: words }),
  rich_text: richText,
});

/** A table to be sorted, filtered and paged: its first row is the header. */
export const dataTable: Check = also(
  object(
    {
      type: oneOf('data_table'),
      caption: words,
      rows: list(list(cell, slackLimits.dataTable.columns), slackLimits.dataTable.rows),
    },
    {
      block_id: text(slackLimits.blockId),
      page_size: integer(slackLimits.dataTable.pageSizeValue),
    },
  ),
  (value, at) => [...headerIsPlain(value, at), ...rowsAreEven(value, at)],
);

function rowsOf(value: JsonObject): Json[][] {
  return Array.isArray(value.rows) ? value.rows.filter(Array.isArray) : [];
}

function headerIsPlain(value: JsonObject, at: string): Problem[] {
  return (rowsOf(value)[0] ?? []).flatMap((head, index) =>
    asObject(head).type === 'rich_text'
      ? [
          broken(
            `${at}/rows/0/${index}/type`,
            'unsupported type: rich_text',
            'enum',
            ['raw_text', 'raw_number'],
            'rich_text',
          ),
        ]
      : [],
  );
}

function rowsAreEven(value: JsonObject, at: string): Problem[] {
  const [header = [], ...rows] = rowsOf(value);
  return rows.flatMap((row, index) =>
    row.length === header.length
      ? []
      : [
          broken(
            `${at}/rows/${index + 1}`,
            `must provide ${header.length} cells, as the header row does`,
            'min_items',
            header.length,
            row.length,
          ),
        ],
  );
}
