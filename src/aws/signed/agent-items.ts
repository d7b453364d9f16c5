import type { StoredAnswers } from '../../agents/agent-answers.ts';
import type { ApiKeys } from '../../api-keys/api-key.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import { endpointOf } from '../lambda/environment.ts';
import { itemKeyOf, keyOfToken } from '../sdk/api-key-items.ts';
import { answerKey, contentIn } from '../sdk/content.ts';
import type { Item } from '../sdk/dynamodb.ts';
import { signedCall } from './signed-call.ts';

/*
 * What the function for agents reads and deletes in the table. Its two calls are signed without the SDK, which would add to its bundle and
 * to its cold start.
 */

type Key = Readonly<Record<'pk' | 'sk', string>>;

function callsOf(TableName: string) {
  const call = (action: 'GetItem' | 'DeleteItem', { pk, sk }: Key, options = {}) =>
    signedCall({
      service: 'dynamodb',
      endpoint: endpointOf('DYNAMODB'),
      target: `DynamoDB_20120810.${action}`,
      version: '1.0',
      input: { TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ...options },
    });
  return {
    async get(key: Key): Promise<Item | undefined> {
      const { Item } = await call('GetItem', key, { ConsistentRead: true });
      return Item === undefined ? undefined : plain(Object(Item));
    },
    delete: (key: Key) => call('DeleteItem', key),
  };
}

/** Returns the values of an item's texts, numbers and bytes. */
const plain = (item: Readonly<Record<string, { S?: string; N?: string; B?: string }>>): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, { S, N, B }]) => [
      name,
      B === undefined ? (S ?? Number(N)) : Buffer.from(B, 'base64'),
    ]),
  );

/** The items that the function for agents may use. `restoredAt`: the time to which the table was restored. */
export function agentItemsIn(
  tableName: string,
  clock: Clock,
  restoredAt?: Instant,
): { readonly answers: StoredAnswers; readonly keys: Pick<ApiKeys, 'findTyped'> } {
  const table = callsOf(tableName);
  return {
    keys: {
      findTyped: async (typed) => keyOfToken(await table.get(itemKeyOf(typed)), typed, clock(), restoredAt),
    },
    answers: {
      async take(slot) {
        const item = await table.get(answerKey(slot));
        if (!item) return undefined;
        // The item expires, if it can't be deleted.
        await table.delete(answerKey(slot)).catch(() => {});
        return contentIn(item);
      },
    },
  };
}
