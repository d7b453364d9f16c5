import './table.css';
import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { asString, type Json, type JsonObject } from '../../slack/payload/json.ts';
import { isNumeric, rowsOf, sortsBy, wordsOf } from './cell.tsx';
import { HeaderRow, Pages, Rows } from './data-table-parts.tsx';
import { SearchIcon } from './parts/icons.tsx';

type Row = JsonObject[];

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString },
});
const helper = createColumnHelper<typeof features, Row>();

/** As Slack has it where the app names none. */
const defaultPageSize = 5;
const emptyCell: JsonObject = {};

/** A table to be sorted, filtered and paged: its first row is the header. */
export function DataTable({ block }: { block: JsonObject }) {
  const { columns, data } = useRows(block.rows);
  const pageSize = typeof block.page_size === 'number' ? block.page_size : defaultPageSize;
  const rowHeader = typeof block.row_header_column_index === 'number' ? block.row_header_column_index : 0;
  const table = useTable({
    features,
    columns,
    data,
    globalFilterFn: 'includesString',
    getColumnCanGlobalFilter: () => true,
    initialState: { pagination: { pageIndex: 0, pageSize } },
  });
  const caption = asString(block.caption);
  const { rows } = table.getRowModel();
  const from = table.state.pagination.pageIndex * pageSize;
  const found = table.getFilteredRowModel().rows.length;
  const numeric = (at: number): boolean => isNumeric(data, at);
  return (
    <figure className="bk-data-table">
      <figcaption className="bk-table-head">
        <span className="bk-table-caption" dir="auto">
          {caption}
        </span>
        {data.length > defaultPageSize && <Filter of={caption} onChange={table.setGlobalFilter} />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="bk-table-frame" aria-label={`${caption}, the rows`} tabIndex={0}>
        <table className="bk-table">
          <caption className="unseen">{caption}</caption>
          <HeaderRow columns={table.getFlatHeaders().map(({ column }) => column)} numeric={numeric} />
          <Rows rows={rows} columns={columns.length} rowHeader={rowHeader} numeric={numeric} />
        </table>
        {found === 0 && <p className="bk-nothing">No row matches.</p>}
      </section>
      {data.length > pageSize && <Pages from={from} to={from + rows.length} of={found} table={table} />}
    </figure>
  );
}

function Filter({ of, onChange }: { of: string; onChange: (text: string) => void }) {
  return (
    <label className="bk-filter">
      <SearchIcon />
      <span className="unseen">Filter {of}</span>
      <input type="search" placeholder="Filter" onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

/** Columns and rows, the same objects for as long as the rows say the same. */
function useRows(rows: Json | undefined) {
  const written = JSON.stringify(rows ?? null);
  return useMemo(() => {
    const [header = [], ...data] = rowsOf(JSON.parse(written));
    const columns = helper.columns(
      header.map((cell, at) =>
        helper.accessor((row) => wordsOf(row[at] ?? emptyCell), {
          id: String(at),
          header: wordsOf(cell),
          sortFn: (first, second) =>
            compare(sortsBy(first.original[at] ?? emptyCell), sortsBy(second.original[at] ?? emptyCell)),
        }),
      ),
    );
    return { columns, data };
  }, [written]);
}

/** Numbers by size and before words; words as people order them, `web2` before `web10`. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return a.localeCompare(b, undefined, { numeric: true });
}
