import { type Change, isWaiting } from '../../change/model/change.ts';
import { isOpenRequest } from '../../change/model/changes.ts';
import type { Table, Write } from './dynamodb.ts';
import { itemsIn } from './items.ts';

/*
 * The index of open requests by requester: a small item for each, which is put and deleted in the write of its change. A new request looks
 * here for those of its person, however many changes of others wait.
 */

const partitionOf = (requester: string): string => `requester#${requester}`;

/** Returns the key of the index item of a change; undefined if it is no open request. */
function keyOf(change: Change | undefined) {
  if (!change) return undefined;
  const { id, number, requester } = change;
  const isOpen = isOpenRequest({ number, isOver: !isWaiting(change) });
  return isOpen ? { pk: partitionOf(requester), sk: id } : undefined;
}

/** Returns the writes that bring the index from what it has of a change to what it has of its next version; `known` is undefined for a new one. */
export function openRequestWrites(known: Change | undefined, change: Change): readonly Write[] {
  const [before, after] = [keyOf(known), keyOf(change)];
  if (after && !before) return [{ Put: { Item: after } }];
  return before && !after ? [{ Delete: { Key: before } }] : [];
}

/** Resolves to the ids of the open requests of a person. */
export const openRequestsOf = (table: Table, requester: string): Promise<readonly string[]> =>
  Array.fromAsync(itemsIn(table, partitionOf(requester)), ({ sk }) => String(sk));
