import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../core/ports.ts';
import type { Undo, Undos, Used } from '../core/undo.ts';

/** So that a late press hears that it is too late, rather than that nobody knows. */
const keptDays = 15;

const key = (id: string) => ({ pk: `undo#${id}`, sk: 'undo' });

/** Ways back as items of the table: the whole of one as JSON; `usedBy` and `usedJob` once it was taken. */
export function undosIn(table: DynamoDBDocumentClient, TableName: string, clock: Clock): Undos {
  async function look(id: string, job: string): Promise<Used> {
    const { Item } = await table.send(new GetCommand({ TableName, Key: key(id), ConsistentRead: true }));
    if (!Item) return { refused: 'unknown' };
    const undo = JSON.parse(Item.content) as Undo;
    if (Item.usedJob === job) return { undo };
    if (Item.usedJob !== undefined) return { refused: 'used', by: String(Item.usedBy) };
    return clock() < Number(Item.expires) ? { undo } : { refused: 'expired' };
  }

  return {
    look,

    async put(undo) {
      try {
        await table.send(
          new PutCommand({
            TableName,
            Item: {
              ...key(undo.id),
              content: JSON.stringify(undo),
              expires: undo.expires,
              ttl: Math.ceil(undo.expires / 1000) + keptDays * 86_400,
            },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },

    async use(id, by, job) {
      try {
        await table.send(
          new UpdateCommand({
            TableName,
            Key: key(id),
            UpdateExpression: 'SET usedBy = :by, usedJob = :job',
            ConditionExpression: 'attribute_not_exists(usedJob) AND expires > :now',
            ExpressionAttributeValues: { ':by': by, ':job': job, ':now': clock() },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
      return look(id, job);
    },
  };
}
