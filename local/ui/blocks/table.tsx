import './table.css';
import { asObject, type JsonObject } from '../../slack/payload/json.ts';
import { Cell, rowsOf } from './cell.tsx';
import { KeyedList } from './parts/keyed-list.ts';

/** A table to be read: its first row is the header. */
export function Table({ block }: { block: JsonObject }) {
  const [header = [], ...rows] = rowsOf(block.rows);
  const settings = Array.isArray(block.column_settings) ? block.column_settings.map(asObject) : [];
  const looks = (at: number) => ({
    'data-align': alignment(settings[at], rows, at),
    'data-wraps': settings[at]?.is_wrapped === true || undefined,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="bk-table-frame" aria-label="Table" tabIndex={0}>
      <table className="bk-table">
        <caption className="unseen">Table</caption>
        <thead>
          <tr>
            <KeyedList
              of={header}
              show={(cell, at) => (
                <th scope="col" {...looks(at)}>
                  <Cell cell={cell} />
                </th>
              )}
            />
          </tr>
        </thead>
        <tbody>
          <KeyedList
            of={rows}
            show={(row) => (
              <tr>
                <KeyedList
                  of={row}
                  show={(cell, at) => (
                    <td {...looks(at)}>
                      <Cell cell={cell} />
                    </td>
                  )}
                />
              </tr>
            )}
          />
        </tbody>
      </table>
    </section>
  );
}

/** As the app set it, else numbers to the right. */
function alignment(
  setting: JsonObject | undefined,
  rows: JsonObject[][],
  column: number,
): 'left' | 'center' | 'right' {
  const align = setting?.align;
  if (align === 'left' || align === 'center' || align === 'right') return align;
  return isNumeric(rows, column) ? 'right' : 'left';
}

/** Whether a column holds numbers only. */
export const isNumeric = (rows: JsonObject[][], column: number): boolean =>
  rows.length > 0 && rows.every((row) => row[column]?.type === 'raw_number');
