import './table.css';
import { useState } from 'react';
import { asString, type JsonObject } from '../../slack/payload/json.ts';
import { Cell, isNumeric, rowsOf, sortsBy, wordsOf } from './cell.tsx';
import { ChevronIcon, SearchIcon } from './parts/icons.tsx';
import { KeyedList } from './parts/keyed-list.ts';

type Row = JsonObject[];

interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** Slack's default if the app sets none. */
const defaultPageSize = 5;

/** A table to sort, filter and page. Its first row is the header, and its first column names each row. */
export function DataTable({ block }: { block: JsonObject }) {
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting>();
  const [wantedPage, setPage] = useState(0);
  const [header = [], ...rows] = rowsOf(block.rows);
  const caption = asString(block.caption);
  const pageSize = typeof block.page_size === 'number' ? block.page_size : defaultPageSize;
  const found = rows.filter((row) => row.some((cell) => wordsOf(cell).toLowerCase().includes(filter)));
  const page = Math.min(wantedPage, Math.max(0, Math.ceil(found.length / pageSize) - 1));
  const from = page * pageSize;
  const shown = sorted(found, sorting).slice(from, from + pageSize);
  const alignOf = (column: number) => (isNumeric(rows, column) ? 'right' : 'left');
  return (
    <figure className="bk-data-table">
      <figcaption className="bk-table-head">
        <span className="bk-table-caption" dir="auto">
          {caption}
        </span>
        {rows.length > defaultPageSize && (
          <label className="bk-filter">
            <SearchIcon />
            <span className="unseen">Filter {caption}</span>
            <input
              type="search"
              placeholder="Filter"
              onChange={({ target }) => setFilter(target.value.toLowerCase())}
            />
          </label>
        )}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="bk-table-frame" aria-label={`${caption}, the rows`} tabIndex={0}>
        <table className="bk-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <KeyedList
                of={header}
                show={(cell, column) => {
                  const direction = sorting?.column === column ? sorting.direction : undefined;
                  return (
                    <th scope="col" data-align={alignOf(column)} aria-sort={direction}>
                      <button type="button" onClick={() => setSorting(nextSorting(column, direction))}>
                        <span dir="auto">{wordsOf(cell)}</span>
                        <span className="bk-sort" data-sorted={direction}>
                          <ChevronIcon />
                        </span>
                      </button>
                    </th>
                  );
                }}
              />
            </tr>
          </thead>
          <tbody>
            <KeyedList
              of={shown}
              show={(row) => (
                <tr>
                  <KeyedList
                    of={header.map((_, column) => row[column] ?? {})}
                    show={(cell, column) => {
                      const Tag = column === 0 ? 'th' : 'td';
                      return (
                        <Tag scope={column === 0 ? 'row' : undefined} data-align={alignOf(column)}>
                          <Cell cell={cell} />
                        </Tag>
                      );
                    }}
                  />
                </tr>
              )}
            />
          </tbody>
        </table>
        {found.length === 0 && <p className="bk-nothing">No row matches.</p>}
      </section>
      {rows.length > pageSize && (
        <div className="bk-pages">
          <p role="status">
            {found.length === 0 ? 'None' : `${from + 1}–${from + shown.length}`} of {found.length}
          </p>
          <Turn label="Previous" disabled={page === 0} onPress={() => setPage(page - 1)} />
          <Turn label="Next" disabled={from + pageSize >= found.length} onPress={() => setPage(page + 1)} />
        </div>
      )}
    </figure>
  );
}

function Turn({ label, disabled, onPress }: { label: string; disabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="bk-button"
      aria-label={`${label} page`}
      disabled={disabled}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

/** Returns the sorting after a click on a column's header: ascending, then descending, then the app's order. */
const nextSorting = (column: number, direction: Sorting['direction'] | undefined): Sorting | undefined =>
  direction === 'descending'
    ? undefined
    : { column, direction: direction === 'ascending' ? 'descending' : 'ascending' };

function sorted(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows;
  const { column, direction } = sorting;
  const sign = direction === 'ascending' ? 1 : -1;
  const keyOf = (row: Row): number | string => sortsBy(row[column] ?? {});
  return rows.toSorted((first, second) => sign * compare(keyOf(first), keyOf(second)));
}

/** Compares numbers by size and before words; words in natural order, `web2` before `web10`. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return a.localeCompare(b, undefined, { numeric: true });
}
