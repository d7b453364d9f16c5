import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { IdempotencyStore } from '../../queue/idempotency.ts';
import { claimRecord, recordKey } from './claim-record.ts';
import { contentOf } from './content.ts';
import type { Item, Table } from './dynamodb.ts';

/**
 * Stores idempotency records as items. `phase` is running, open (released without any work), finished or delivered. `claimedUntil` is
 * the end of the worker’s claim. `holder` is the id of the claim.
 */
export function idempotencyStoreIn<Outcome>(table: Table, clock: Clock): IdempotencyStore<Outcome> {
  /** Claims of this process: `holder` by job id. */
  const holding = new Map<string, string>();
  /** Claims (`holder`) that this process gave up but could not release in the table. They count as ended. */
  const gone = new Set<string>();

  /** Releases a claim of this process, on condition that it is still held, since another worker may have taken over. */
  async function releaseClaim(id: string, update: string, condition: string, values: Item): Promise<void> {
    const holder = holding.get(id);
    if (holder === undefined) return;
    holding.delete(id);
    try {
      await table.update({
        Key: recordKey(id),
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ...values, ':ended': 0, ':holder': holder },
      });
    } catch (error) {
      gone.add(holder);
      throw error;
    }
  }

  return {
    async claim(id, claimFor, content) {
      const now = clock();
      const mine = { claimedUntil: now + claimFor, holder: randomUUID(), content };
      try {
        const claimed = await claimRecord<Outcome>(table, recordKey(id), mine, now, (holder) =>
          gone.has(holder),
        );
        if (!['running', 'delivered', 'other'].includes(claimed.state)) holding.set(id, mine.holder);
        return claimed;
      } catch (error) {
        gone.add(mine.holder);
        throw error;
      }
    },

    async saveOutcome(id, outcome) {
      await table.update({
        Key: recordKey(id),
        UpdateExpression: 'SET phase = :finished, outcome = :outcome',
        ExpressionAttributeValues: { ':finished': 'finished', ':outcome': contentOf(outcome) },
      });
    },

    async release(id) {
      await releaseClaim(id, 'SET claimedUntil = :ended', 'holder = :holder', {});
    },

    async unclaim(id) {
      const values = { ':open': 'open', ':running': 'running' };
      const condition = 'phase = :running AND holder = :holder';
      await releaseClaim(id, 'SET phase = :open, claimedUntil = :ended', condition, values);
    },

    async markDelivered(id) {
      holding.delete(id);
      await table.update({
        Key: recordKey(id),
        UpdateExpression: 'SET phase = :delivered REMOVE outcome',
        ExpressionAttributeValues: { ':delivered': 'delivered' },
      });
    },
  };
}
