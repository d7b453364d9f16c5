import type { JsonObject } from '../../slack/payload/json.ts';
import { Cell } from './cell.tsx';
import { ChevronIcon } from './parts/icons.tsx';
import { KeyedList } from './parts/keyed-list.ts';

/** A column, as far as its header needs it. */
interface HeaderColumn {
  readonly id: string;
  readonly columnDef: { readonly header?: unknown };
  getIsSorted(): false | 'asc' | 'desc';
  toggleSorting(): void;
}

/** The header: a press sorts by its column. */
export function HeaderRow({
  columns,
  numeric,
}: {
  columns: readonly HeaderColumn[];
  numeric: (at: number) => boolean;
}) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const sorted = column.getIsSorted();
          return (
            <th
              key={column.id}
              scope="col"
              data-align={numeric(Number(column.id)) ? 'right' : 'left'}
              aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
            >
              <button type="button" onClick={() => column.toggleSorting()}>
                <span dir="auto">{String(column.columnDef.header)}</span>
                <span className="bk-sort" data-sorted={sorted || undefined}>
                  <ChevronIcon />
                </span>
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The rows of the current page. */
export function Rows({
  rows,
  columns,
  rowHeader,
  numeric,
}: {
  rows: readonly { readonly id: string; readonly original: readonly JsonObject[] }[];
  /** How many there are. */
  columns: number;
  /** The column that names its row. */
  rowHeader: number;
  numeric: (at: number) => boolean;
}) {
  return (
    <tbody>
      {rows.map(({ id, original }) => (
        <tr key={id}>
          <KeyedList
            of={Array.from({ length: columns }, (_, at) => original[at] ?? {})}
            show={(cell, at) => {
              const Tag = at === rowHeader ? 'th' : 'td';
              return (
                <Tag scope={at === rowHeader ? 'row' : undefined} data-align={numeric(at) ? 'right' : 'left'}>
                  <Cell cell={cell} />
                </Tag>
              );
            }}
          />
        </tr>
      ))}
    </tbody>
  );
}

/** A table, as far as its pages need it. */
interface Paged {
  getCanPreviousPage(): boolean;
  getCanNextPage(): boolean;
  previousPage(): void;
  nextPage(): void;
}

/** Which rows are shown, and the way to the others. */
export function Pages({
  from,
  to,
  of,
  table,
}: {
  /** Index of the first row that is shown, from 0. */
  from: number;
  /** Index behind the last. */
  to: number;
  /** How many rows match the filter. */
  of: number;
  table: Paged;
}) {
  return (
    <div className="bk-pages">
      <p role="status">
        {of === 0 ? 'None' : `${from + 1}–${to}`} of {of}
      </p>
      <button
        type="button"
        className="bk-button"
        aria-label="Previous page"
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
      >
        Previous
      </button>
      <button
        type="button"
        className="bk-button"
        aria-label="Next page"
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
      >
        Next
      </button>
    </div>
  );
}
