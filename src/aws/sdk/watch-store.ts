import { SnapshotTooLarge, type SnapshotWrite, type Watches } from '../../drift/findings.ts';
import { putOrFind } from './conditional-writes.ts';
import { compressed, contentIn, contentOf } from './content.ts';
import type { Table, Write } from './dynamodb.ts';
import { isVersion, sortable, ttlAfter } from './items.ts';
import { findingDays } from './kept-days.ts';
import { adoptedIn, contentKey, foundIn, messagesKey, partitionOf, readWatchesIn } from './read-watches.ts';
import { writeUnlessRaced } from './until-written.ts';

/** Maximum size of compressed content, in bytes: an item holds 400 KB. 5,000 firewall policies take about 260 KB. */
const maxBytes = 350_000;

/**
 * Stores the snapshots of an account as two items per kind: a small head, which each watch writes, and the content, which is
 * written only if it changed. The findings of a watch are another item, in the same transaction.
 */
export const watchesIn = (table: Table): Watches => ({
  ...readWatchesIn(table),

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
