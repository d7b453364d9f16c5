import type { ApiKey, TypedToken } from '../../api-keys/api-key.ts';
import { isSameHash } from '../../api-keys/api-key-token.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import type { Instant } from '../../core/clock.ts';
import { contentIn } from './content.ts';
import type { Item } from './dynamodb.ts';

/** Keys have a partition per person. */
export const partitionOfKeys = (person: string): string => `api-key#${person}`;

/** Returns the key of the item of an API key. */
export const itemKeyOf = ({ person, id }: Pick<ApiKey, 'person' | 'id'>) => ({
  pk: partitionOfKeys(person),
  sk: id,
});

/**
 * Returns the key in an item; undefined if it was revoked or has expired. After a restore, a key from before is invalid: it may
 * have been revoked since.
 */
export function keyIn(
  { revoked, lastUsedAt, ...item }: Item,
  now: Instant,
  restoredAt?: Instant,
): ApiKey | undefined {
  if (revoked !== undefined) return undefined;
  const key: ApiKey = contentIn(item);
  if (now >= key.expiresAt || isRestored({ created: key.createdAt }, { restoredAt })) return undefined;
  return lastUsedAt === undefined ? key : { ...key, lastUsedAt: Number(lastUsedAt) };
}

/** Like `keyIn`, if the item is that of a token. */
export const keyOfToken = (
  item: Item | undefined,
  { hash }: TypedToken,
  now: Instant,
  restoredAt?: Instant,
): ApiKey | undefined =>
  item && isSameHash(hash, String(item.tokenHash)) ? keyIn(item, now, restoredAt) : undefined;
