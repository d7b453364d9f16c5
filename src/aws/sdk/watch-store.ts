import {
  type Adoption,
  type FindingSet,
  SnapshotTooLarge,
  type SnapshotWrite,
  type Watches,
} from '../../drift/findings.ts';
import type { SnapshotHead } from '../../drift/watched-state.ts';
import { compressed, contentIn, contentOf, parseContent } from './content.ts';
import type { Table, Write } from './dynamodb.ts';
import { isVersion, itemsIn, itemsOf, putOrFind, sortable, ttlAfter } from './items.ts';
import { findingDays } from './kept-days.ts';
import { writeUnlessRaced } from './until-written.ts';

/** Maximum size of compressed content, in bytes: an item holds 400 KB. 5,000 firewall policies take about 260 KB. */
const maxBytes = 350_000;

const partitionOf = (account: string): string => `watch#${account.toUpperCase()}`;
const foundIn = (account: string): string => `found#${account.toUpperCase()}`;
const adoptedIn = (account: string): string => `adopted#${account.toUpperCase()}`;
const messagesKey = (account: string) => ({ pk: `messages#${account.toUpperCase()}`, sk: 'messages' });
const contentKey = (account: string, kind: string) => ({ pk: `snapshot#${account.toUpperCase()}`, sk: kind });

/**
 * Stores the snapshots of an account as two items per kind: a small head, which each watch writes, and the content, which is
 * written only if it changed. The findings of a watch are another item, in the same transaction.
 */
export const watchesIn = (table: Table): Watches => ({
  heads: (account): Promise<SnapshotHead[]> =>
    Array.fromAsync(itemsIn(table, partitionOf(account)), ({ head }) => JSON.parse(String(head))),

  async resources(account, { kind, hash }) {
    const item = await table.get(contentKey(account, kind));
    return item && item.hash === hash ? contentIn(item) : undefined;
  },

  save: (account, write) => writeUnlessRaced(table, writesOf(account, write)),

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

  async adopt(account, finding, adoption) {
    const content = contentOf(adoption);
    const ttl = ttlAfter(adoption.at, findingDays);
    const before = await putOrFind(table, { pk: adoptedIn(account), sk: finding, content, ttl });
    return before ? contentIn(before) : adoption;
  },

  async messages(account) {
    // The sweeper's role may query, but not get items.
    for await (const { messages } of itemsIn(table, messagesKey(account).pk)) return parseContent(messages);
    return undefined;
  },

  saveMessages(account, messages) {
    const { version } = messages;
    const Item = { ...messagesKey(account), messages: contentOf(messages), version };
    return writeUnlessRaced(table, [{ Put: { Item, ...isVersion(version - 1) } }]);
  },
});

function writesOf(account: string, { head, resources, found }: SnapshotWrite): readonly Write[] {
  const { kind, version, hash } = head;
  return [
    {
      Put: {
        Item: { pk: partitionOf(account), sk: kind, head: JSON.stringify(head), version },
        ...isVersion(version - 1),
      },
    },
    ...(resources
      ? [{ Put: { Item: { ...contentKey(account, kind), hash, content: packed(resources) } } }]
      : []),
    ...(found
      ? [
          {
            Put: {
              Item: {
                pk: foundIn(account),
                sk: `${sortable(found.to)}#${found.id}`,
                content: packed(found),
                ttl: ttlAfter(found.to, findingDays),
              },
            },
          },
        ]
      : []),
  ];
}

function packed(content: unknown): Uint8Array {
  const bytes = compressed(content);
  if (bytes.length > maxBytes) throw new SnapshotTooLarge();
  return bytes;
}
