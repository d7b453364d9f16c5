import type { Adoption, FindingSet, ReadWatches } from '../../drift/findings.ts';
import type { SnapshotHead } from '../../drift/watched-state.ts';
import { contentIn, parseContent } from './content.ts';
import type { ReadOnlyTable } from './dynamodb.ts';
import { itemsIn, itemsOf, sortable } from './items.ts';

export const partitionOf = (account: string): string => `watch#${account.toUpperCase()}`;
export const foundIn = (account: string): string => `found#${account.toUpperCase()}`;
export const adoptedIn = (account: string): string => `adopted#${account.toUpperCase()}`;
export const messagesKey = (account: string) => ({ pk: `messages#${account.toUpperCase()}`, sk: 'messages' });
export const contentKey = (account: string, kind: string) => ({
  pk: `snapshot#${account.toUpperCase()}`,
  sk: kind,
});

/** Reads what `watchesIn` stores. The sweeper has only this. */
export const readWatchesIn = (table: ReadOnlyTable): ReadWatches => ({
  heads: (account): Promise<SnapshotHead[]> =>
    Array.fromAsync(itemsIn(table, partitionOf(account)), ({ head }) => JSON.parse(String(head))),

  async resources(account, { kind, hash }) {
    const item = await table.get(contentKey(account, kind));
    return item && item.hash === hash ? contentIn(item) : undefined;
  },

  findings(account, since) {
    const query = {
      KeyConditionExpression: 'pk = :found AND sk BETWEEN :since AND :last',
      ExpressionAttributeValues: {
        ':found': foundIn(account),
        ':since': sortable(Math.max(0, since)),
        ':last': '~',
      },
    };
    return Array.fromAsync(itemsOf(table, query), (item): FindingSet => contentIn(item));
  },

  async adoptions(account) {
    const items = await Array.fromAsync(itemsIn(table, adoptedIn(account)));
    return new Map(items.map((item): [string, Adoption] => [String(item.sk), contentIn(item)]));
  },

  async messages(account) {
    // The sweeper's role may query, but not get items.
    for await (const { messages } of itemsIn(table, messagesKey(account).pk)) return parseContent(messages);
    return undefined;
  },
});
