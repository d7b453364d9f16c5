import type { Opening, Openings } from '../../core/openings.ts';
import type { Table } from './dynamodb.ts';
import { itemsOf, putIfAbsent, sortable, ttlAfter } from './items.ts';

/** Stores openings as items, in a partition per person, by time. */
export const openingsIn = (table: Table): Openings => ({
  put: (opening) =>
    putIfAbsent(table, {
      ...openingKey(opening),
      content: JSON.stringify(opening),
      ttl: ttlAfter(opening.at, 1),
    }),

  remove: (opening) => table.transact([{ Delete: { Key: openingKey(opening) } }]),

  async since(requester, at) {
    const found: Opening[] = [];
    const query = {
      KeyConditionExpression: 'pk = :opened AND sk >= :at',
      ExpressionAttributeValues: { ':opened': partitionOf(requester), ':at': sortable(at) },
    };
    for await (const { content } of itemsOf(table, query)) found.push(JSON.parse(String(content)));
    return found;
  },
});

/** The key of an opening, which sorts by its time. */
export const openingKey = ({ requester, at, step }: Pick<Opening, 'requester' | 'at' | 'step'>) => ({
  pk: partitionOf(requester),
  sk: `${sortable(at)}#${step}`,
});

const partitionOf = (requester: string): string => `opened#${requester}`;
