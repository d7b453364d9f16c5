import type { Instant } from '../../core/clock.ts';
import { orError } from '../../core/or-error.ts';
import { ConditionFailed, type Item, type Query, type Table } from './dynamodb.ts';

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

/** Stores an item. Does nothing if its key exists, so the call can be repeated. */
export async function putIfAbsent(table: Table, item: Item): Promise<void> {
  await orConditionFailed(table.put({ Item: item, ...isAbsent }));
}

/** Awaits a conditional write. Resolves to its result, or to the `ConditionFailed` if its condition failed. */
export const orConditionFailed = <Result>(write: Promise<Result>): Promise<Result | ConditionFailed> =>
  orError(write, ConditionFailed);

/** Stores an item unless its key exists. Resolves to the existing item, or else to undefined. */
export async function putOrFind(table: Table, item: Item): Promise<Item | undefined> {
  const put = { Item: item, ...isAbsent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  const stored = await orConditionFailed(table.put(put));
  if (!(stored instanceof ConditionFailed)) return undefined;
  if (!stored.item) throw stored;
  return stored.item;
}

/** Lists all items of a partition, in the order of their sort keys. */
export const itemsIn = (table: Table, partition: string): AsyncGenerator<Item, void, undefined> =>
  itemsOf(table, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': partition } });

/** Lists all items of a query page by page, so that memory use does not depend on their number. */
export async function* itemsOf(table: Table, query: Query): AsyncGenerator<Item, void, undefined> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const { items, next } = await table.query({ ...query, ...(ExclusiveStartKey && { ExclusiveStartKey }) });
    yield* items;
    ExclusiveStartKey = next;
  } while (ExclusiveStartKey);
}
