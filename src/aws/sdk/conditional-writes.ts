import { orError } from '../../core/or-error.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { isAbsent } from './items.ts';

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
