import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { DecisionResult, PendingChange, PendingChanges } from '../../core/pending-change.ts';
import { ConditionFailed, type Table } from './dynamodb.ts';
import { putIfAbsent, ttlAfter } from './items.ts';

/** Days that a pending change is stored after it expires, so that a late click is answered correctly. */
const keptDays = 15;

const key = (id: string) => ({ pk: `pending#${id}`, sk: 'pending' });

const stored = z.object({
  id: z.string(),
  requester: z.string(),
  operation: z.string(),
  account: z.string(),
  targets: z.array(z.string()),
  raw: z.record(z.string(), z.string()),
  says: z.string(),
  undoes: z.string().optional(),
  expires: z.number(),
  phase: z.enum(['open', 'confirm', 'cancel']),
  settledBy: z.string().optional(),
});

/** Stores pending changes as items; `phase` is open, confirm or cancel. */
export function pendingChangesIn(table: Table, clock: Clock): PendingChanges {
  return {
    put: (pending: PendingChange) =>
      putIfAbsent(table, {
        ...key(pending.id),
        ...pending,
        phase: 'open',
        ttl: ttlAfter(pending.expires, keptDays),
      }),

    async decide(id, by, decision, job): Promise<DecisionResult> {
      try {
        const settled = await table.update({
          Key: key(id),
          UpdateExpression: 'SET phase = :decision, settledBy = :job',
          ConditionExpression: 'phase = :open AND requester = :by AND expires > :now',
          ExpressionAttributeValues: {
            ':decision': decision,
            ':job': job,
            ':open': 'open',
            ':by': by,
            ':now': clock(),
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        return { pending: stored.parse(settled) };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (!error.item) return { refused: 'unknown' };
        return refusal(stored.parse(error.item), by, job);
      }
    },
  };
}

function refusal(known: z.infer<typeof stored>, by: string, job: string): DecisionResult {
  if (known.requester !== by) return { refused: 'not yours' };
  if (known.settledBy === job) return { pending: known, again: true };
  if (known.phase === 'open') return { refused: 'expired' };
  return { refused: known.phase === 'confirm' ? 'confirmed before' : 'cancelled before' };
}
