import type { CallLimit } from '../../core/call-limit.ts';
import type { Clock } from '../../core/clock.ts';
import { ConditionFailed, type Table } from './dynamodb.ts';
import { ttlAfter } from './items.ts';

/** Upper bound for the calls of one person in a minute. */
export const maxCallsPerMinute = 30;

const minute = 60_000;

/** Counts the calls of each person in an item per minute, by one conditional write each. */
export const callLimitIn = (table: Table, clock: Clock): CallLimit => ({
  async take(person) {
    const now = clock();
    const current = Math.floor(now / minute);
    try {
      await table.update({
        Key: { pk: `calls#${person}`, sk: String(current) },
        UpdateExpression: 'SET #ttl = :ttl ADD calls :one',
        ConditionExpression: 'attribute_not_exists(calls) OR calls < :max',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':ttl': ttlAfter(now, 1), ':one': 1, ':max': maxCallsPerMinute },
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return Math.ceil(((current + 1) * minute - now) / 1000);
    }
  },
});
