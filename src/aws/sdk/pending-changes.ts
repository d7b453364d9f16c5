import type { Clock } from '../../core/clock.ts';
import type {
  DecisionResult,
  PendingChange,
  PendingChanges,
  PreviewedChange,
} from '../../core/pending-change.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { withStepUndo } from './former-records.ts';
import { putIfAbsent, ttlAfter } from './items.ts';
import { messageDays } from './kept-days.ts';

const key = (id: string) => ({ pk: `pending#${id}`, sk: 'pending' });

/** The change of an item; undefined for an item of version 0.1, which stored it otherwise. */
function pendingIn({ content }: Item): PendingChange | undefined {
  if (typeof content !== 'string') return undefined;
  const pending: PendingChange = JSON.parse(content);
  return withStepUndo(pending);
}

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
      const pending = item && pendingIn(item);
      return pending && { ...pending, ...decisionIn(item) };
    },

    async decide(id, by, decision, job): Promise<DecisionResult> {
      try {
        const item = await table.update({
          Key: key(id),
          UpdateExpression: 'SET phase = :decision, settledBy = :job',
          ConditionExpression:
            'attribute_exists(content) AND phase = :open AND requester = :by AND expires > :now',
          ExpressionAttributeValues: {
            ':decision': decision,
            ':job': job,
            ':open': 'open',
            ':by': by,
            ':now': clock(),
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        const pending = pendingIn(item);
        return pending ? { pending } : { refused: 'unknown' };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.item ? refusal(error.item, by, job) : { refused: 'unknown' };
      }
    },
  };
}

function refusal(item: Item, by: string, job: string): DecisionResult {
  const pending = pendingIn(item);
  if (!pending) return { refused: 'unknown' };
  if (pending.requester !== by) return { refused: 'not yours' };
  if (item.settledBy === job) return { pending, redelivered: true };
  if (item.phase === 'open') return { refused: 'expired', pending };
  return { refused: item.phase === 'confirm' ? 'confirmed before' : 'cancelled before' };
}
