import { type ReadPart, SnapshotTooLarge, type SnapshotWrite, type Watches } from '../../drift/findings.ts';
import type { Reading, WatchedKind } from '../../drift/watched-state.ts';
import { putOrFind } from './conditional-writes.ts';
import { compressed, contentIn, contentOf } from './content.ts';
import type { Table, Write } from './dynamodb.ts';
import { isVersion, itemsOf, sortable, ttlAfter } from './items.ts';
import { findingDays, readingDays } from './kept-days.ts';
import { adoptedIn, contentKey, foundIn, messagesKey, partitionOf, readWatchesIn } from './read-watches.ts';
import { writeUnlessRaced } from './until-written.ts';

/** Maximum size of compressed content, in bytes: an item holds 400 KB. 5,000 firewall policies take about 260 KB. */
const maxBytes = 350_000;

/** Returns the key of a part of a reading, which counts from 1. Parts sort by their number. */
const partKey = (account: string, kind: WatchedKind, { takenAt }: Reading, part: number) => ({
  pk: `reading#${account.toUpperCase()}`,
  sk: `${kind}#${sortable(takenAt)}#${sortable(part)}`,
});

/**
 * Stores the snapshots of an account as two items per kind: a small head, which each watch writes, and the content, which is
 * written only if it changed. The findings of a watch are another item, in the same transaction, and so is each part of a reading that
 * takes several jobs.
 */
export const watchesIn = (table: Table): Watches => ({
  ...readWatchesIn(table),

  parts(account, kind, reading) {
    const [first, last] = [1, reading.parts].map((part) => partKey(account, kind, reading, part));
    const query = {
      KeyConditionExpression: 'pk = :reading AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':reading': first?.pk, ':first': first?.sk, ':last': last?.sk },
    };
    return Array.fromAsync(itemsOf(table, query), (item): ReadPart => contentIn(item));
  },

  save: (account, write) => writeUnlessRaced(table, writesOf(account, write)),

  async adopt(account, finding, adoption) {
    const content = contentOf(adoption);
    const ttl = ttlAfter(adoption.at, findingDays);
    const before = await putOrFind(table, { pk: adoptedIn(account), sk: finding, content, ttl });
    return before ? contentIn(before) : adoption;
  },

  saveMessages(account, messages) {
    const { version } = messages;
    const Item = { ...messagesKey(account), messages: contentOf(messages), version };
    return writeUnlessRaced(table, [{ Put: { Item, ...isVersion(version - 1) } }]);
  },
});

function writesOf(account: string, { head, resources, found, part }: SnapshotWrite): readonly Write[] {
  const { kind, version, hash, reading } = head;
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
    ...(reading && part
      ? [
          {
            Put: {
              Item: {
                ...partKey(account, kind, reading, reading.parts),
                content: packed(part),
                ttl: ttlAfter(reading.takenAt, readingDays),
              },
            },
          },
        ]
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
