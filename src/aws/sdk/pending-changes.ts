import type {
  DecisionResult,
  PendingChange,
  PendingChanges,
  PreviewedChange,
} from '../../change/model/pending-change.ts';
import type { Clock } from '../../core/clock.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { putIfAbsent, ttlAfter } from './items.ts';
import { messageDays } from './kept-days.ts';

const key = (id: string) => ({ pk: `pending#${id}`, sk: 'pending' });

const pendingIn = ({ content }: Item): PendingChange => JSON.parse(String(content));

const decisionIn = ({ phase }: Item): Pick<PreviewedChange, 'decision'> =>
  phase === 'confirm' || phase === 'cancel' ? { decision: phase } : {};

/** Stores pending changes as items: the change as JSON, with its requester, expiry, and `phase`: open, confirm or cancel. */
export function pendingChangesIn(table: Table, clock: Clock): PendingChanges {
  return {
    put: (pending: PendingChange) =>
      putIfAbsent(table, {
        ...key(pending.id),
        content: JSON.stringify(pending),
        requester: pending.requester,
        expires: pending.expires,
        phase: 'open',
        ttl: ttlAfter(pending.expires, messageDays),
      }),

    async get(id) {
      const item = await table.get(key(id));
      return item && { ...pendingIn(item), ...decisionIn(item) };
    },

    async decide(id, by, decision, job): Promise<DecisionResult> {
      try {
        const item = await table.update({
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
        return { pending: pendingIn(item) };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.item ? refusal(error.item, by, job) : { refused: 'unknown' };
      }
    },
  };
}

function refusal(item: Item, by: string, job: string): DecisionResult {
  const pending = pendingIn(item);
  if (pending.requester !== by) return { refused: 'not yours' };
  if (item.settledBy === job) return { pending, redelivered: true };
  if (item.phase === 'open') return { refused: 'expired', pending };
  return { refused: item.phase === 'confirm' ? 'confirmed before' : 'cancelled before' };
}
