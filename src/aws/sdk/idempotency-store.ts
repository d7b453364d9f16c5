import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { ClaimResult, IdempotencyStore } from '../../core/idempotency.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';

/** Days that a record is stored: longer than a message can stay in a queue. */
const keptDays = 15;

const held = z.object({
  phase: z.string(),
  leaseEnd: z.number(),
  holder: z.string(),
  outcome: z.string().optional(),
});
type Held = Omit<z.infer<typeof held>, 'outcome'>;

const key = (id: string) => ({ pk: `receipt#${id}`, sk: 'receipt' });

/**
 * Stores idempotency records as items. `phase` is running, open (released without any work), finished or told (delivered).
 * `leaseEnd` is the end of the worker's lease, in milliseconds since 1970. `holder` is the id of the lease: the SDK repeats
 * a write whose response was lost, and the repeated write recognizes its own id.
 */
export function idempotencyStoreIn<Outcome>(table: Table, clock: Clock): IdempotencyStore<Outcome> {
  /** Takes over from a worker whose lease has ended. Of concurrent calls, one succeeds. */
  async function takeOver(
    id: string,
    was: Held,
    next: Held,
    claim: ClaimResult<Outcome>,
  ): Promise<ClaimResult<Outcome>> {
    try {
      await table.update({
        Key: key(id),
        UpdateExpression: 'SET phase = :then, leaseEnd = :next, holder = :holder',
        ConditionExpression:
          'phase = :phase AND leaseEnd = :ended AND holder = :was OR phase = :then AND holder = :holder',
        ExpressionAttributeValues: {
          ':phase': was.phase,
          ':then': next.phase,
          ':ended': was.leaseEnd,
          ':was': was.holder,
          ':next': next.leaseEnd,
          ':holder': next.holder,
        },
      });
      return claim;
    } catch (error) {
      if (error instanceof ConditionFailed) return { state: 'running' };
      throw error;
    }
  }

  /** Leases of this process: `holder` by the id of the job. */
  const holding = new Map<string, string>();
  /** Leases (`holder`) that this process gave up, but could not release in the table. They count as ended. */
  const gone = new Set<string>();

  /** Releases a lease, on condition that it is still held: a late call must not release the lease of another worker. */
  async function releaseLease(id: string, update: string, condition: string, values: Item): Promise<void> {
    const holder = holding.get(id);
    holding.delete(id);
    const conditions = [condition, holder && 'holder = :holder'].filter(Boolean).join(' AND ');
    try {
      await table.update({
        Key: key(id),
        UpdateExpression: update,
        ...(conditions && { ConditionExpression: conditions }),
        ExpressionAttributeValues: { ...values, ':ended': 0, ...(holder && { ':holder': holder }) },
      });
    } catch (error) {
      if (holder) gone.add(holder);
      throw error;
    }
  }

  async function claim(id: string, mine: Omit<Held, 'phase'>): Promise<ClaimResult<Outcome>> {
    const now = clock();
    try {
      await table.put({
        Item: { ...key(id), phase: 'running', ...mine, ttl: Math.ceil(now / 1000) + keptDays * 86_400 },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return { state: 'claimed' };
    } catch (error) {
      if (!(error instanceof ConditionFailed) || !error.item) throw error;
      const { phase, leaseEnd: ends, holder, outcome } = held.parse(error.item);
      if (phase === 'told') return { state: 'delivered' };
      if (phase === 'running' && holder === mine.holder) return { state: 'claimed' };
      if (ends > now && !gone.has(holder)) return { state: 'running' };
      const next = { ...mine, phase: phase === 'open' ? 'running' : phase };
      const states: Readonly<Record<string, ClaimResult<Outcome>>> = {
        open: { state: 'claimed' },
        finished: { state: 'finished', outcome: JSON.parse(outcome ?? 'null') },
      };
      return takeOver(id, { phase, leaseEnd: ends, holder }, next, states[phase] ?? { state: 'abandoned' });
    }
  }

  return {
    async claim(id, lease) {
      const mine = { leaseEnd: clock() + lease, holder: randomUUID() };
      try {
        const claimed = await claim(id, mine);
        if (claimed.state !== 'running' && claimed.state !== 'delivered') holding.set(id, mine.holder);
        return claimed;
      } catch (error) {
        gone.add(mine.holder);
        throw error;
      }
    },

    async saveOutcome(id, outcome) {
      await table.update({
        Key: key(id),
        UpdateExpression: 'SET phase = :finished, outcome = :outcome',
        ExpressionAttributeValues: { ':finished': 'finished', ':outcome': JSON.stringify(outcome) },
      });
    },

    async release(id) {
      await releaseLease(id, 'SET leaseEnd = :ended', '', {});
    },

    async giveBack(id) {
      const values = { ':open': 'open', ':running': 'running' };
      await releaseLease(id, 'SET phase = :open, leaseEnd = :ended', 'phase = :running', values);
    },

    async markDelivered(id) {
      holding.delete(id);
      await table.update({
        Key: key(id),
        UpdateExpression: 'SET phase = :told REMOVE outcome',
        ExpressionAttributeValues: { ':told': 'told' },
      });
    },
  };
}
