import type { Change } from '../../change/model/change.ts';
import type { ChangeRef } from '../../change/model/changes.ts';
import { contentIn } from './content.ts';
import type { Item, ReadOnlyTable } from './dynamodb.ts';

/** Returns the key of a request. */
export const changeKey = (id: string) => ({ pk: `change#${id}`, sk: 'change' });

/** Returns the key of the small index item that maps a number to its request. */
export const numberKey = (number: number) => ({ pk: `request-number#${number}`, sk: 'request-number' });

/** Partition key of the index of changes by wake-up time, a small item for each, which avoids scans of the table. */
export const duePartition = 'due';

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
export async function readChange(table: ReadOnlyTable, id: string): Promise<VersionedChange | undefined> {
  const item = await table.get(changeKey(id));
  if (!item) return undefined;
  return { change: contentIn(item), version: Number(item.version) };
}
