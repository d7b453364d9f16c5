import type { DataTableBlock } from '@slack/types';
import type { Inline, Table } from '../core/answer.ts';
import { plain } from './plain-text.ts';
import { element } from './rich-text.ts';

type Cell = DataTableBlock['rows'][number][number];

const mostRows = 100;
const mostCell = 200;

/** As many rows as fit into Slack's limits and `room` characters; `left` counts those that did not. */
export function drawTable(
  { caption, columns, rows }: Table,
  command: string,
  room: number,
): { block: DataTableBlock; size: number; left: number } {
  const header = columns.map(({ name }): Cell => ({ type: 'raw_text', text: name }));
  const drawn: Cell[][] = [];
  let size = caption.length + columns.reduce((sum, { name }) => sum + name.length, 0);
  for (const row of rows.slice(0, mostRows)) {
    const length = row.reduce<number>((sum, inline) => sum + shown(inline, command).length, 0);
    if (size + length > room) break;
    size += length;
    drawn.push(row.map((inline) => cell(inline, command)));
  }
  return {
    block: { type: 'data_table', caption, rows: [header, ...drawn], page_size: 10 },
    size,
    left: rows.length - drawn.length,
  };
}

function shown(inline: Inline, command: string): string {
  const text = plain(inline, command);
  return text.length > mostCell ? `${text.slice(0, mostCell - 1)}…` : text || '–';
}

function cell(inline: Inline, command: string): Cell {
  const text = shown(inline, command);
  if (typeof inline === 'string') return { type: 'raw_text', text };
  if ('money' in inline) return { type: 'raw_number', value: inline.money / 100, text };
  const piece = 'line' in inline || 'code' in inline ? { code: text } : inline;
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [element(piece, command)] }],
  };
}
