import type { CallLimit } from '../../agents/call-limit.ts';
import { type Clock, minute } from '../../core/clock.ts';
import { orConditionFailed } from './conditional-writes.ts';
import { ConditionFailed, type Table } from './dynamodb.ts';
import { ttlAfter } from './items.ts';

export const maxCallsPerMinute = 30;

/**
 * Counts each person's calls per clock minute, in one item each, with one conditional write per call. The previous minute counts
 * with the share of it that is less than a minute ago; otherwise twice the limit would pass around the end of a minute.
 */
export const callLimitIn = (table: Table, clock: Clock): CallLimit => ({
  async take(person) {
    const now = clock();
    const current = Math.floor(now / minute);
    const keyOf = (of: number) => ({ pk: `calls#${person}`, sk: String(of) });
    const before = Number((await table.get(keyOf(current - 1)))?.calls ?? 0);
    const left = (current + 1) * minute - now;
    const room = maxCallsPerMinute - (before * left) / minute;
    const taken = await orConditionFailed(
      table.update({
        Key: keyOf(current),
        UpdateExpression: 'SET #ttl = :ttl ADD calls :one',
        ConditionExpression: 'attribute_not_exists(calls) OR calls < :room',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':ttl': ttlAfter(now, 1), ':one': 1, ':room': room },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return taken instanceof ConditionFailed
      ? secondsUntilRoom(Number(taken.item?.calls), before, left)
      : undefined;
  },
});

/**
 * Returns the number of whole seconds until the next call is allowed: at the end of the minute if its own calls reach the limit,
 * else as soon as less of the previous minute counts. `left` is the rest of the minute.
 */
function secondsUntilRoom(calls: number, before: number, left: number): number {
  const room = maxCallsPerMinute - calls;
  return room <= 0 ? Math.ceil(left / 1000) : Math.floor((left - (room / before) * minute) / 1000) + 1;
}
