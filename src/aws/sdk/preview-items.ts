import type { Change } from '../../change/model/change.ts';
import type { DecisionResult, PreviewDecision } from '../../change/model/changes.ts';
import { seenDigest } from '../../change/model/digest.ts';
import type { Instant } from '../../core/clock.ts';
import { contentIn, contentOf } from './content.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { isAbsent, orConditionFailed, ttlAfter } from './items.ts';
import { messageDays } from './kept-days.ts';

const key = (id: string) => ({ pk: `preview#${id}`, sk: 'preview' });

const statusAfter: Readonly<Record<PreviewDecision, Change['status']>> = {
  confirm: 'confirmed',
  cancel: 'cancelled',
};

const changeIn = (item: Item): Change => ({ ...contentIn(item), status: item.status });

/**
 * Stores a previewed change as an item: the change as JSON, with its requester, expiry, status and the digest of what is shown. Resolves
 * to false if its requester has decided on an earlier one with its id.
 */
export async function putPreview(table: Table, { status, ...change }: Change): Promise<boolean> {
  const { id, requester, expires } = change;
  const ttl = ttlAfter(expires, messageDays);
  const stored = await orConditionFailed(
    table.put({
      Item: {
        ...key(id),
        content: contentOf(change),
        requester,
        expires,
        status,
        seen: seenDigest(change),
        ttl,
      },
      ConditionExpression: `${isAbsent.ConditionExpression} OR #status = :previewed AND requester = :by`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':previewed': 'previewed', ':by': requester },
    }),
  );
  return !(stored instanceof ConditionFailed);
}

export async function readPreview(table: Table, id: string): Promise<Change | undefined> {
  const item = await table.get(key(id));
  return item && changeIn(item);
}

/** Decides on a previewed change, as `Changes` describes. */
export async function decidePreview(
  table: Table,
  id: string,
  {
    by,
    decision,
    job,
    seen,
  }: {
    readonly by: string;
    readonly decision: PreviewDecision;
    readonly job: string;
    readonly seen: string | undefined;
  },
  now: Instant,
): Promise<DecisionResult> {
  const decided = await orConditionFailed(
    table.update({
      Key: key(id),
      UpdateExpression: 'SET #status = :decided, decidedBy = :job',
      ConditionExpression: `#status = :previewed AND requester = :by AND expires > :now${seen ? ' AND seen = :seen' : ''}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':decided': statusAfter[decision],
        ':job': job,
        ':previewed': 'previewed',
        ':by': by,
        ':now': now,
        ...(seen && { ':seen': seen }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  if (!(decided instanceof ConditionFailed)) return { change: changeIn(decided) };
  return decided.item ? refusal(decided.item, by, job, now) : { refused: 'unknown' };
}

function refusal(item: Item, by: string, job: string, now: Instant): DecisionResult {
  const change = changeIn(item);
  if (change.requester !== by) return { refused: 'not yours' };
  if (item.decidedBy === job) return { change, redelivered: true };
  if (change.status === 'previewed')
    return { refused: change.expires > now ? 'not seen' : 'expired', change };
  return { refused: change.status === 'confirmed' ? 'confirmed before' : 'cancelled before' };
}
