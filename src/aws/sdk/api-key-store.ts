import type { ApiKey, ApiKeys, TypedToken } from '../../api-keys/api-key.ts';
import { hashOfToken, isSameHash, readToken } from '../../api-keys/api-key-token.ts';
import type { Clock, Instant, Millis } from '../../core/clock.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { itemsOf, ttlAfter, unlessConditionFails } from './items.ts';
import { messageDays } from './kept-days.ts';

/** Upper bound for how often the use of a key is stored. */
const usedEvery: Millis = 60_000;

const partitionOf = (person: string): string => `api-key#${person}`;

const keyOf = ({ person, id }: Pick<ApiKey, 'person' | 'id'>) => ({ pk: partitionOf(person), sk: id });

/** The key in an item; undefined if it was revoked or has expired. */
export function keyIn({ content, revoked, lastUsedAt }: Item, now: Instant): ApiKey | undefined {
  if (revoked !== undefined) return undefined;
  const key: ApiKey = JSON.parse(String(content));
  if (now >= key.expiresAt) return undefined;
  return lastUsedAt === undefined ? key : { ...key, lastUsedAt: Number(lastUsedAt) };
}

/**
 * Stores API keys as items, in a partition per person: the key as JSON, the hash of its token, how often a token was made for
 * it, and when it was used last. One that is `revoked` has lost its hash.
 */
export function apiKeysIn(table: Table, clock: Clock): ApiKeys {
  async function keysOf(person: string): Promise<readonly ApiKey[]> {
    const found: ApiKey[] = [];
    const query = {
      KeyConditionExpression: 'pk = :keys',
      ExpressionAttributeValues: { ':keys': partitionOf(person) },
    };
    for await (const item of itemsOf(table, query)) {
      const key = keyIn(item, clock());
      if (key) found.push(key);
    }
    return found.sort((a, b) => a.createdAt - b.createdAt);
  }

  async function revoke(person: string, id: string): Promise<boolean> {
    try {
      await table.update({
        Key: keyOf({ person, id }),
        UpdateExpression: 'SET revoked = :now REMOVE tokenHash',
        ConditionExpression: 'attribute_exists(tokenHash)',
        ExpressionAttributeValues: { ':now': clock() },
      });
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return false;
    }
  }

  async function findTyped(typed: TypedToken): Promise<ApiKey | undefined> {
    const item = await table.get(keyOf(typed));
    return item && isSameHash(typed.hash, String(item.tokenHash)) ? keyIn(item, clock()) : undefined;
  }

  return {
    async put(key, hash) {
      try {
        const { made } = await table.update({
          Key: keyOf(key),
          UpdateExpression: 'SET content = :content, tokenHash = :hash, #ttl = :ttl ADD made :one',
          ConditionExpression: 'attribute_not_exists(revoked)',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':content': JSON.stringify(key),
            ':hash': hash,
            // A revoked key stays revoked while its message can be sent again.
            ':ttl': ttlAfter(key.expiresAt, messageDays),
            ':one': 1,
          },
        });
        return made === 1 ? 'stored' : 'replaced';
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return 'revoked';
      }
    },

    async find(token) {
      const named = readToken(token);
      return named && findTyped({ ...named, hash: hashOfToken(token) });
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
      await unlessConditionFails(
        table.update({
          Key: keyOf(key),
          UpdateExpression: 'SET lastUsedAt = :now',
          ConditionExpression:
            'attribute_exists(tokenHash) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :now)',
          ExpressionAttributeValues: { ':now': now },
        }),
      );
    },
  };
}
