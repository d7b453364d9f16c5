import type { ApiKey, ApiKeys, TypedToken } from '../../api-keys/api-key.ts';
import { type Clock, type Instant, type Millis, minute } from '../../core/clock.ts';
import { itemKeyOf, keyIn, keyOfToken, partitionOfKeys } from './api-key-items.ts';
import { orConditionFailed } from './conditional-writes.ts';
import { ConditionFailed, type Table } from './dynamodb.ts';
import { itemsIn, ttlAfter } from './items.ts';
import { messageDays } from './kept-days.ts';

/** Minimum time between two writes of a key's last use. */
const usedEvery: Millis = minute;

/**
 * Stores API keys as items, in a partition per person: the key as JSON, the hash of its token, the number of tokens that were
 * made for it, and its last use. A `revoked` key has no hash. `restoredAt`: the time to which the table was restored.
 */
export function apiKeysIn(table: Table, clock: Clock, restoredAt?: Instant): ApiKeys {
  async function keysOf(person: string): Promise<readonly ApiKey[]> {
    const items = await Array.fromAsync(itemsIn(table, partitionOfKeys(person)));
    const keys = items.flatMap((item) => keyIn(item, clock(), restoredAt) ?? []);
    return keys.sort((a, b) => a.createdAt - b.createdAt);
  }

  async function revoke(person: string, id: string): Promise<boolean> {
    const revoked = await orConditionFailed(
      table.update({
        Key: itemKeyOf({ person, id }),
        UpdateExpression: 'SET revoked = :now REMOVE tokenHash',
        ConditionExpression: 'attribute_exists(tokenHash)',
        ExpressionAttributeValues: { ':now': clock() },
      }),
    );
    return !(revoked instanceof ConditionFailed);
  }

  const findTyped = async (typed: TypedToken): Promise<ApiKey | undefined> =>
    keyOfToken(await table.get(itemKeyOf(typed)), typed, clock(), restoredAt);

  return {
    async put(key, hash) {
      const stored = await orConditionFailed(
        table.update({
          Key: itemKeyOf(key),
          UpdateExpression: 'SET content = :content, tokenHash = :hash, #ttl = :ttl ADD made :one',
          ConditionExpression: 'attribute_not_exists(revoked)',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':content': JSON.stringify(key),
            ':hash': hash,
            // The record of a revoked key must outlive its message, which can be redelivered.
            ':ttl': ttlAfter(key.expiresAt, messageDays),
            ':one': 1,
          },
        }),
      );
      if (stored instanceof ConditionFailed) return 'revoked';
      return stored.made === 1 ? 'stored' : 'replaced';
    },

    findTyped,

    of: keysOf,
    revoke,

    async revokeAll(person) {
      const keys = await keysOf(person);
      for (const { id } of keys) await revoke(person, id);
      return keys;
    },

    async markUsed(key) {
      const now = clock();
      if (key.lastUsedAt !== undefined && now - key.lastUsedAt < usedEvery) return;
      await orConditionFailed(
        table.update({
          Key: itemKeyOf(key),
          UpdateExpression: 'SET lastUsedAt = :now',
          ConditionExpression:
            'attribute_exists(tokenHash) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :now)',
          ExpressionAttributeValues: { ':now': now },
        }),
      );
    },
  };
}
