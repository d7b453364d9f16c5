import type { VersionedTable } from '../../change/model/newer-table.ts';
import { cacheOf } from '../../core/cached.ts';
import type { Clock } from '../../core/clock.ts';
import type { ReadOnlyTable } from './dynamodb.ts';

/** The version of the records that this code reads and writes. Increased when an earlier version would misread them. */
export const tableVersion = 1;

export const tableVersionKey = { pk: 'schema', sk: 'schema' };

/**
 * Reads the version of the records in a table, once per process; retries a failed read. `onOlder` is awaited if the table has a lower
 * version than this code, or none.
 */
export function tableVersionIn(
  table: ReadOnlyTable,
  clock: Clock,
  onOlder: () => Promise<unknown> = async () => {},
) {
  const isNewer = cacheOf(async () => {
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': tableVersionKey.pk },
    });
    const found = Number(items[0]?.version ?? 0);
    if (found < tableVersion) await onOlder();
    return found > tableVersion;
  }, clock);
  return { isNewerTable: () => isNewer.get(() => true) } satisfies VersionedTable;
}
