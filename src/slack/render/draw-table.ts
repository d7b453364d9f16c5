import type { DataTableBlock } from '@slack/types';
import { type Inline, maxRows, type Table } from '../../answer/answer.ts';
import { label, notShown, plain, wholeLine } from './plain-text.ts';
import { elements } from './rich-text.ts';

type Cell = DataTableBlock['rows'][number][number];

const maxColumns = 20;
const maxCell = 200;

/** A table in Block Kit. `size` is its number of characters. */
export interface RenderedTable {
  readonly block: DataTableBlock;
  readonly size: number;
  /** Number of rendered rows. */
  readonly shown: number;
}

/** Renders as many rows of a table as fit into Slack's limits and `room` characters; undefined if none fits. */
export function drawTable(
  { caption, columns, rows }: Table,
  command: string,
  room: number,
): RenderedTable | undefined {
  const names = columns.slice(0, maxColumns).map(({ name }) => shown(name, command));
  const title = shown(caption, command);
  const rendered: Cell[][] = [];
  let size = title.length + names.join('').length;
  for (const row of rows.slice(0, maxRows)) {
    const cells = names.map((_, at) => row[at] ?? '');
    const length = cells.reduce<number>((sum, inline) => sum + shown(inline, command).length, 0);
    if (size + length > room) break;
    size += length;
    rendered.push(cells.map((inline) => cell(inline, command)));
  }
  if (names.length === 0 || rendered.length === 0) return undefined;
  const header = names.map((text): Cell => ({ type: 'raw_text', text }));
  return {
    block: { type: 'data_table', caption: title, rows: [header, ...rendered], page_size: 10 },
    size,
    shown: rendered.length,
  };
}

/** Returns the text of a cell: a dash for an empty one, since Slack refuses empty texts. */
function shown(inline: Inline, command: string): string {
  if (typeof inline !== 'string' && 'line' in inline) {
    return wholeLine(inline.line, command, maxCell) ?? notShown;
  }
  return label(plain(inline, command), maxCell);
}

function cell(inline: Inline, command: string): Cell {
  const text = shown(inline, command);
  if (typeof inline === 'string') return { type: 'raw_text', text };
  if ('money' in inline) return { type: 'raw_number', value: inline.money / 100, text };
  const drawn = elements(inline, command);
  const [first] = drawn;
  const shortened = first?.type === 'text' ? [{ ...first, text }] : drawn;
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shortened }] };
}
