import type { ChangeRef, ReadChanges } from '../../change/model/changes.ts';
import { duePartition, numberKey, readChange, refIn } from './change-items.ts';
import type { ReadOnlyTable } from './dynamodb.ts';
import { itemsIn, itemsOf, sortable } from './items.ts';
import { readOpenRows } from './open-rows.ts';
import { readResource } from './resource-items.ts';

/** Reads changes, and what belongs to them, as `changesIn` stores them. The sweeper has only this. */
export const readChangesIn = (table: ReadOnlyTable): ReadChanges => ({
  get: async (id) => (await readChange(table, id))?.change,

  async idOf(number) {
    const item = await table.get(numberKey(number));
    return typeof item?.change === 'string' ? item.change : undefined;
  },

  resource: (id) => readResource(table, id),
  openRows: (account, resource) => readOpenRows(table, account, resource),

  async waiting(until) {
    const items =
      until === undefined
        ? itemsIn(table, duePartition)
        : itemsOf(table, {
            KeyConditionExpression: 'pk = :due AND sk < :after',
            ExpressionAttributeValues: { ':due': duePartition, ':after': sortable(until + 1) },
          });
    const listed: readonly ChangeRef[] = await Array.fromAsync(items, refIn);
    return listed.toSorted((one, other) => one.expires - other.expires);
  },
});
