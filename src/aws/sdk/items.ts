import type { Instant } from '../../core/clock.ts';
import type { Item, Query, ReadOnlyTable } from './dynamodb.ts';

/** Returns the value of the attribute `ttl`, in seconds since 1970: `days` after `at`. */
export const ttlAfter = (at: Instant, days: number): number => Math.ceil(at / 1000) + days * 86_400;

/** Condition of a write that creates an item. */
export const isAbsent = { ConditionExpression: 'attribute_not_exists(pk)' } as const;

/** Returns the condition of a write for optimistic locking: the item has this version or, for version 0, does not exist. */
export const isVersion = (version: number) =>
  version === 0
    ? isAbsent
    : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } };

/** Writes a time as a part of a sort key: the texts sort like the times. */
export const sortable = (at: Instant): string => String(at).padStart(15, '0');

/** Lists all items of a partition, in the order of their sort keys. */
export const itemsIn = (table: ReadOnlyTable, partition: string): AsyncGenerator<Item, void, undefined> =>
  itemsOf(table, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': partition } });

/** Lists all items of a query page by page, so that memory use does not depend on their number. */
export async function* itemsOf(table: ReadOnlyTable, query: Query): AsyncGenerator<Item, void, undefined> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const { items, next } = await table.query({ ...query, ...(ExclusiveStartKey && { ExclusiveStartKey }) });
    yield* items;
    ExclusiveStartKey = next;
  } while (ExclusiveStartKey);
}
