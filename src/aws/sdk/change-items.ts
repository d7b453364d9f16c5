import type { Change } from '../../change/model/change.ts';
import { changeRefOf } from '../../change/model/change-ref.ts';
import type { ChangeRef } from '../../change/model/changes.ts';
import { latestStart } from '../../change/model/step-order.ts';
import type { Instant } from '../../core/clock.ts';
import { contentIn, contentOf } from './content.ts';
import type { Item, Table, Write } from './dynamodb.ts';
import { isVersion, sortable, ttlAfter } from './items.ts';
import { historyDays, numberDays } from './kept-days.ts';
import { endEntryWrites } from './resource-items.ts';

const keyOf = (id: string) => ({ pk: `change#${id}`, sk: 'change' });

/** Returns the key of the small index item that maps a number to its request. */
export const numberKey = (number: number) => ({ pk: `request-number#${number}`, sk: 'request-number' });

/** Partition key of the index of changes by wake-up time, a small item for each, which avoids scans of the table. */
export const duePartition = 'due';

/** Returns the index entry of a change, which sorts by `wakesAt`; undefined if it never wakes. */
function dueEntry(change: Change) {
  const ref = changeRefOf(change);
  if (!ref) return undefined;
  const { id, ...rest } = ref;
  return { pk: duePartition, sk: `${sortable(ref.wakesAt)}#${id}`, change: id, ...rest };
}

/** Reads an entry of the index. */
export const refIn = ({ change, cause, accounts, ...ref }: Item): ChangeRef => ({
  id: String(change),
  ...(ref.number !== undefined && { number: Number(ref.number) }),
  requester: String(ref.requester),
  created: Number(ref.created),
  expires: Number(ref.expires),
  isOver: ref.isOver === true,
  wakesAt: Number(ref.wakesAt),
  cause: cause === 'time' || cause === 'failure' ? cause : 'person',
  accounts: Array.isArray(accounts) ? accounts.map(String) : [],
  ...(ref.endsAt !== undefined && { endsAt: Number(ref.endsAt) }),
  ...(ref.waitsSince !== undefined && { waitsSince: Number(ref.waitsSince) }),
  ...(ref.stuckAt !== undefined && { stuckAt: Number(ref.stuckAt) }),
});

/** A stored request. `version` counts its writes. */
export interface VersionedChange {
  readonly change: Change;
  readonly version: number;
}

/** Reads a request; undefined if there is none with this id. */
export async function readChange(table: Table, id: string): Promise<VersionedChange | undefined> {
  const item = await table.get(keyOf(id));
  if (!item) return undefined;
  return { change: contentIn(item), version: Number(item.version) };
}

/**
 * Returns the writes that store a request and update its index item, on condition that it has not changed since it was read.
 * `known` is undefined for a new request. Empty if nothing has changed.
 */
export function changeWrites(known: VersionedChange | undefined, change: Change): readonly Write[] {
  if (known?.change === change) return [];
  const version = known?.version ?? 0;
  const entry = dueEntry(change);
  const { id, number } = change;
  const isNumbered = !known && number !== undefined;
  return [
    {
      Put: {
        Item: {
          ...keyOf(id),
          content: contentOf(change),
          version: version + 1,
          ttl: ttlAfter(lastTimeOf(change), historyDays),
        },
        ...isVersion(version),
      },
    },
    ...(entry ? [{ Put: { Item: entry } }] : []),
    ...(isNumbered
      ? [{ Put: { Item: { ...numberKey(number), change: id, ttl: ttlAfter(change.expires, numberDays) } } }]
      : []),
    ...endEntryWrites(known?.change, change),
    ...(known ? formerPlace(known.change, entry?.sk) : []),
  ];
}

/** Returns the last time of a change that is known: it is over then, or what it did ends. */
const lastTimeOf = ({ steps, expires, since }: Change): Instant =>
  Math.max(latestStart(steps, expires), since, ...steps.map(({ end }) => end?.endsAt ?? 0));

/** Deletes the index entry of a request under its former time. */
function formerPlace(known: Change, sk: string | undefined): readonly Write[] {
  const before = dueEntry(known);
  return before && before.sk !== sk ? [{ Delete: { Key: { pk: before.pk, sk: before.sk } } }] : [];
}
