import './table.css';
import { useState } from 'react';
import { asObjects, asString, type JsonObject } from '../../slack/payload/json.ts';
import { ChevronIcon, SearchIcon } from './parts/icons.tsx';
import { KeyedList } from './parts/keyed-list.ts';
import { RichText, richTextWords } from './parts/rich-text-block.tsx';

type Row = readonly JsonObject[];

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
  const [header = [], ...rows]: Row[] = (Array.isArray(block.rows) ? block.rows : []).map(asObjects);
  const caption = asString(block.caption);
  const pageSize = typeof block.page_size === 'number' ? block.page_size : defaultPageSize;
  const found = rows.filter((row) => row.some((cell) => wordsOf(cell).toLowerCase().includes(filter)));
  const page = Math.min(wantedPage, Math.max(0, Math.ceil(found.length / pageSize) - 1));
  const from = page * pageSize;
  const shown = sorted(found, sorting).slice(from, from + pageSize);
  const alignOf = (column: number) =>
    rows.length > 0 && rows.every((row) => row[column]?.type === 'raw_number') ? 'right' : 'left';
  const turn = (label: string, to: number, disabled: boolean) => (
    <button
      type="button"
      className="bk-button"
      aria-label={`${label} page`}
      disabled={disabled}
      onClick={() => setPage(to)}
    >
      {label}
    </button>
  );
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
                          {cell.type === 'rich_text' ? (
                            <RichText block={cell} />
                          ) : (
                            <span dir="auto">{wordsOf(cell)}</span>
                          )}
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
          {turn('Previous', page - 1, page === 0)}
          {turn('Next', page + 1, from + pageSize >= found.length)}
        </div>
      )}
    </figure>
  );
}

const wordsOf = (cell: JsonObject): string =>
  cell.type === 'rich_text' ? richTextWords(cell) : asString(cell.text);

/** Returns the sorting after a click on a column's header: ascending, then descending, then the app's order. */
const nextSorting = (column: number, direction: Sorting['direction'] | undefined): Sorting | undefined =>
  direction === 'descending'
    ? undefined
    : { column, direction: direction === 'ascending' ? 'descending' : 'ascending' };

/** Sorts numbers by size, and words in natural order: `web2` before `web10`. */
function sorted(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows;
  const { column, direction } = sorting;
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted(({ [column]: one = {} }, { [column]: other = {} }) =>
    typeof one.value === 'number' && typeof other.value === 'number'
      ? sign * (one.value - other.value)
      : sign * wordsOf(one).localeCompare(wordsOf(other), undefined, { numeric: true }),
  );
}
