import type { VersionedTable } from '../../change/model/newer-table.ts';
import { cacheOf } from '../../core/cached.ts';
import type { Clock } from '../../core/clock.ts';
import type { Table } from './dynamodb.ts';
import { orConditionFailed } from './items.ts';

/** The version of the records that this code reads and writes. Increased when an earlier version would misread them. */
const version = 1;

const key = { pk: 'schema', sk: 'schema' };

/**
 * Reads the version of the records in a table, once per process; retries a failed read. `writes`: stores this code's version if
 * the table has a lower one or none.
 */
export function tableVersionIn(table: Table, clock: Clock, { writes }: { readonly writes: boolean }) {
  const isNewer = cacheOf(async () => {
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': key.pk },
    });
    const found = Number(items[0]?.version ?? 0);
    if (writes && found < version) await writeVersion(table);
    return found > version;
  }, clock);
  return { isNewerTable: () => isNewer.get(() => true) } satisfies VersionedTable;
}

const writeVersion = (table: Table): Promise<unknown> =>
  orConditionFailed(
    table.put({
      Item: { ...key, version },
      ConditionExpression: 'attribute_not_exists(pk) OR version < :version',
      ExpressionAttributeValues: { ':version': version },
    }),
  );
