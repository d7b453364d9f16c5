import { type Change, isWaiting } from '../../change/model/change.ts';
import { type Hold, heldBy, resourceOf } from '../../change/model/resource.ts';
import type { Instant } from '../../core/clock.ts';
import { contentOf } from './content.ts';
import type { Write } from './dynamodb.ts';
import { isVersion, ttlAfter } from './items.ts';
import { historyDays, holdDays } from './kept-days.ts';
import { endKey, holderKey } from './resource-items.ts';

/** Returns the writes by which a step claims resources, on condition that nobody has claimed them since they were read. */
export const holdWrites = (hold: Hold | undefined, now: Instant): readonly Write[] =>
  (hold ? heldBy(hold) : []).map(({ id, version, holder }) => ({
    Put: {
      Item: {
        ...holderKey(id),
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
  const Key = endKey(resource, change.id);
  if (!isListed(change)) return known && isListed(known) ? [{ Delete: { Key } }] : [];
  if (known && isListed(known) && known.expires === change.expires) return [];
  return [{ Put: { Item: { ...Key, ttl: ttlAfter(change.expires, historyDays) } } }];
}
