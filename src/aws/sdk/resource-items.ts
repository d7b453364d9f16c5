import type { Resource } from '../../change/model/resource.ts';
import { contentIn } from './content.ts';
import type { Item, ReadOnlyTable } from './dynamodb.ts';
import { itemsIn } from './items.ts';

const partitionOf = (id: string): string => `resource#${id}`;

const holderSortKey = 'resource';
const endPrefix = 'end:';

/** Returns the key of the item with the claim of a resource. The other items list the ends that may change it still. */
export const holderKey = (id: string) => ({ pk: partitionOf(id), sk: holderSortKey });

/** Returns the key of the item that lists an end with its resource. */
export const endKey = (id: string, end: string) => ({ pk: partitionOf(id), sk: `${endPrefix}${end}` });

/** Reads the claim and the ends of a resource, in one query. */
export async function readResource(table: ReadOnlyTable, id: string): Promise<Resource> {
  let held: Item = {};
  const ends: string[] = [];
  for await (const item of itemsIn(table, partitionOf(id))) {
    if (item.sk === holderSortKey) held = item;
    else ends.push(String(item.sk).slice(endPrefix.length));
  }
  const { holder }: Pick<Resource, 'holder'> = held.content === undefined ? {} : contentIn(held);
  return {
    id,
    version: Number(held.version ?? 0),
    ...(holder && { holder }),
    ends,
  };
}
