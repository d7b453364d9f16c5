import type { Opening, Openings } from '../../change/model/openings.ts';
import type { Instant } from '../../core/clock.ts';
import { putIfAbsent } from './conditional-writes.ts';
import { contentIn, contentOf } from './content.ts';
import type { Table } from './dynamodb.ts';
import { itemsIn, sortable, ttlAfter } from './items.ts';
import { openingDays } from './kept-days.ts';

/** Stores openings as items, in a partition per person, by time. */
export const openingsIn = (table: Table): Openings => ({
  put: (opening) =>
    putIfAbsent(table, {
      ...openingKey(opening),
      content: contentOf(opening),
      ttl: ttlAfter(latestOf(opening), openingDays),
    }),

  remove: (opening) => table.transact([{ Delete: { Key: openingKey(opening) } }]),

  of: (requester) => Array.fromAsync(itemsIn(table, partitionOf(requester)), contentIn),
});

/** Returns the end of an opening or, for a permanent one, the time when it was stored. */
const latestOf = ({ at, endsAt = at }: Opening): Instant => Math.max(at, endsAt);

/** Returns the key of an opening, which sorts by time. */
export const openingKey = ({ requester, at, step }: Pick<Opening, 'requester' | 'at' | 'step'>) => ({
  pk: partitionOf(requester),
  sk: `${sortable(at)}#${step}`,
});

const partitionOf = (requester: string): string => `opened#${requester}`;
