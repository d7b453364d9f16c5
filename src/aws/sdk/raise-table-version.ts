import { orConditionFailed } from './conditional-writes.ts';
import type { Table } from './dynamodb.ts';
import { tableVersion, tableVersionKey } from './table-version.ts';

/** Stores this code's version of the records, if the table has a lower one or none. */
export const raiseTableVersion = (table: Table): Promise<unknown> =>
  orConditionFailed(
    table.put({
      Item: { ...tableVersionKey, version: tableVersion },
      ConditionExpression: 'attribute_not_exists(pk) OR version < :version',
      ExpressionAttributeValues: { ':version': tableVersion },
    }),
  );
