import * as z from 'zod/mini';
import type { Instant } from '../../core/clock.ts';
import type { ClaimResult } from '../../queue/idempotency.ts';
import { orConditionFailed, putOrFind } from './conditional-writes.ts';
import { parseContent } from './content.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { ttlAfter } from './items.ts';
import { messageDays } from './kept-days.ts';

/** Returns the key of the idempotency record of a job, or of an agent's call. */
export const recordKey = (id: string) => ({ pk: `receipt#${id}`, sk: 'receipt' });

/** The stored part of a record that a claim depends on. `phase` is running, open, finished or delivered. */
const held = z.object({
  phase: z.string(),
  claimedUntil: z.number(),
  /** Id of the claim. The SDK repeats a write whose response was lost; the repeated write recognizes its own id. */
  holder: z.string(),
  outcome: z.optional(z.union([z.string(), z.instanceof(Uint8Array)])),
  content: z.optional(z.string()),
});
type Held = z.infer<typeof held>;

/** The claim of a worker: its end and, for a job whose id can arrive with different content, a hash of the content. */
type Claiming = Pick<Held, 'holder' | 'claimedUntil' | 'content'>;

/**
 * Claims a job by one conditional write: creates its record or, if the claim of an existing record has ended, takes it over.
 * `isGone` returns true for a claim that ended early.
 */
export async function claimRecord<Outcome>(
  table: Table,
  key: Item,
  mine: Claiming,
  now: Instant,
  isGone: (holder: string) => boolean,
): Promise<ClaimResult<Outcome>> {
  const ttl = ttlAfter(now, messageDays);
  const existing = await putOrFind(table, { ...key, phase: 'running', ...mine, ttl });
  if (!existing) return { state: 'claimed' };
  const was = held.parse(existing);
  const { phase, claimedUntil, holder } = was;
  if (phase !== 'open' && was.content !== mine.content) return { state: 'other' };
  if (phase === 'delivered') return { state: 'delivered' };
  if (phase === 'running' && holder === mine.holder) return { state: 'claimed' };
  if (claimedUntil > now && !isGone(holder)) return { state: 'running' };
  const next = { ...mine, phase: phase === 'open' ? 'running' : phase };
  if (!(await takeOver(table, key, was, next, ttl))) return { state: 'running' };
  if (phase === 'finished') return { state: 'finished', outcome: parseContent(was.outcome ?? 'null') };
  return { state: phase === 'open' ? 'claimed' : 'abandoned' };
}

/**
 * Takes over from a worker whose claim has ended, and extends the record's TTL, since a redrive gives its message more time.
 * Resolves to true for only one of several concurrent calls.
 */
async function takeOver(table: Table, key: Item, was: Held, next: Held, ttl: number): Promise<boolean> {
  const { content } = next;
  const set = 'SET phase = :then, claimedUntil = :next, holder = :holder, #ttl = :ttl';
  const taken = await orConditionFailed(
    table.update({
      Key: key,
      UpdateExpression: content === undefined ? set : `${set}, content = :content`,
      ConditionExpression:
        'phase = :phase AND claimedUntil = :ended AND holder = :was OR phase = :then AND holder = :holder',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':ttl': ttl,
        ':phase': was.phase,
        ':then': next.phase,
        ':ended': was.claimedUntil,
        ':was': was.holder,
        ':next': next.claimedUntil,
        ':holder': next.holder,
        ...(content !== undefined && { ':content': content }),
      },
    }),
  );
  return !(taken instanceof ConditionFailed);
}
