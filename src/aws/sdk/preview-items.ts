import type { Change } from '../../change/model/change.ts';
import type { Clicked } from '../../change/model/changes.ts';
import { seenDigest } from '../../change/model/digest.ts';
import { orConditionFailed } from './conditional-writes.ts';
import { contentIn, contentOf } from './content.ts';
import { ConditionFailed, type Item, type Table } from './dynamodb.ts';
import { isAbsent, ttlAfter } from './items.ts';
import { messageDays } from './kept-days.ts';

const key = (id: string) => ({ pk: `preview#${id}`, sk: 'preview' });

/** The job that decided on a preview takes the place of the one that stored it. */
function changeIn(item: Item): Change {
  const content = contentIn(item);
  return { ...content, status: item.status, job: item.decidedBy ?? content.job };
}

/**
 * Stores a previewed change as an item: the change as JSON, with its requester, status and the digest of what is shown. Resolves
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

/**
 * Applies a click to a previewed change, and writes on condition that it is as it was read. Resolves to undefined if it is not: another click
 * was faster, or it was previewed again.
 */
export async function decidePreview(
  table: Table,
  id: string,
  click: (preview: Change) => Clicked,
): Promise<Clicked | undefined> {
  const item = await table.get(key(id));
  if (!item) return { refused: 'unknown' };
  const clicked = click(changeIn(item));
  if ('refused' in clicked || clicked.redelivered) return clicked;
  const written = await orConditionFailed(
    table.update({
      Key: key(id),
      UpdateExpression: 'SET #status = :decided, decidedBy = :job',
      ConditionExpression: '#status = :status AND seen = :seen',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':decided': clicked.change.status,
        ':job': clicked.change.job,
        ':status': item.status,
        ':seen': item.seen,
      },
    }),
  );
  return written instanceof ConditionFailed ? undefined : clicked;
}
