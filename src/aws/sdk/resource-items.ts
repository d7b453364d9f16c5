import { type Change, isWaiting } from '../../change/model/change.ts';
import { type Hold, heldBy, type Resource, resourceOf } from '../../change/model/resource.ts';
import type { Instant } from '../../core/clock.ts';
import { contentIn, contentOf } from './content.ts';
import type { Item, Table, Write } from './dynamodb.ts';
import { isVersion, itemsIn, ttlAfter } from './items.ts';
import { historyDays, holdDays } from './kept-days.ts';

const partitionOf = (id: string): string => `resource#${id}`;

/** Sort key of the item with the claim of a resource. The other items list the ends that may change it still. */
const holderKey = 'resource';
const endPrefix = 'end:';

/** Reads the claim and the ends of a resource, in one query. */
export async function readResource(table: Table, id: string): Promise<Resource> {
  let held: Item = {};
  const ends: string[] = [];
  for await (const item of itemsIn(table, partitionOf(id))) {
    if (item.sk === holderKey) held = item;
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

/** Returns the writes by which a step claims resources, on condition that nobody has claimed them since they were read. */
export const holdWrites = (hold: Hold | undefined, now: Instant): readonly Write[] =>
  (hold ? heldBy(hold) : []).map(({ id, version, holder }) => ({
    Put: {
      Item: {
        pk: partitionOf(id),
        sk: holderKey,
        content: contentOf({ holder }),
        version,
        ttl: ttlAfter(now, holdDays),
      },
      ...isVersion(version - 1),
    },
  }));

/** Returns whether an end is listed with its resource: it waits, or can be ended again, since its outcome is unknown. */
const isListed = (end: Pick<Change, 'status'>): boolean => isWaiting(end) || end.status === 'unknown';

/** Returns the writes that list an end with its resource. `known` is the change before the writes. */
export function endEntryWrites(known: Change | undefined, change: Change): readonly Write[] {
  const [step] = change.steps;
  const resource = resourceOf(step);
  if (change.reversal?.cause !== 'time' || resource === undefined) return [];
  const Key = { pk: partitionOf(resource), sk: `${endPrefix}${change.id}` };
  if (!isListed(change)) return known && isListed(known) ? [{ Delete: { Key } }] : [];
  if (known && isListed(known) && known.expires === change.expires) return [];
  return [{ Put: { Item: { ...Key, ttl: ttlAfter(change.expires, historyDays) } } }];
}
