import { asObjects, asString, type JsonObject } from '../slack/payload/json.ts';
import { renderRichText } from './render-text.ts';
import { type Page, pad, paint, widthOf, wrap } from './terminal-page.ts';

type Align = 'left' | 'right';
interface Cell {
  readonly text: string;
  readonly number: boolean;
}

const columnGap = 2;
const minColumnWidth = 4;

/** Renders a data_table as lines. The first row is the header. */
export function renderTable(block: JsonObject, page: Page): string[] {
  const rows = (Array.isArray(block.rows) ? block.rows : []).map((row) =>
    asObjects(row).map((cell) => toCell(cell, page)),
  );
  const [header = [], ...body] = rows;
  const widths = columnWidths(rows, page.width);
  const aligns = header.map((_, index) => alignment(body, index));
  const caption = asString(block.caption);
  const rule = paint(page, 'dim', widths.map((width) => '─'.repeat(width)).join(' '.repeat(columnGap)));
  return [
    ...(caption ? [paint(page, 'bold', caption)] : []),
    ...line(header, widths, aligns).map((text) => paint(page, 'bold', text)),
    rule,
    ...body.flatMap((row) => line(row, widths, aligns)),
  ];
}

function toCell(cell: JsonObject, page: Page): Cell {
  if (cell.type === 'rich_text')
    return {
      text: renderRichText(cell, { ...page, width: Number.POSITIVE_INFINITY }).join('\n'),
      number: false,
    };
  return { text: asString(cell.text), number: cell.type === 'raw_number' };
}

const alignment = (body: Cell[][], index: number): Align =>
  body.length > 0 && body.every((row) => row[index]?.number) ? 'right' : 'left';

/** Returns the column widths: those of the longest lines. The widest columns are narrowed until all fit. */
function columnWidths(rows: Cell[][], width: number): number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(1, ...rows.flatMap((row) => (row[index]?.text ?? '').split('\n').map(widthOf))),
  );
  const total = (): number =>
    widths.reduce((sum, width) => sum + width, columnGap * Math.max(0, columns - 1));
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= minColumnWidth) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** Renders a row over as many lines as its longest cell needs. */
function line(row: Cell[], widths: number[], aligns: Align[]): string[] {
  const cells = widths.map((width, index) => wrap(row[index]?.text ?? '', width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    cells
      .map((lines, index) => pad(lines[at] ?? '', widths[index] ?? 0, aligns[index]))
      .join(' '.repeat(columnGap))
      .trimEnd(),
  );
}
