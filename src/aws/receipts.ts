import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Claim, Clock, Receipts } from '../core/ports.ts';

/** Longer than any message can stay in a queue. */
const keptDays = 15;

const key = (id: string) => ({ pk: `receipt#${id}`, sk: 'receipt' });

/**
 * Receipts as items of the table: `phase` is running, finished or told; `leaseEnd` in milliseconds says until
 * when a running one is believed.
 */
export function receiptsIn<Outcome>(
  table: DynamoDBDocumentClient,
  TableName: string,
  clock: Clock,
): Receipts<Outcome> {
  /** Takes over from a worker whose lease has ended; of several at once, one wins. */
  async function takeOver(id: string, ended: number, leaseEnd: number): Promise<Claim<Outcome>> {
    try {
      await table.send(
        new UpdateCommand({
          TableName,
          Key: key(id),
          UpdateExpression: 'SET leaseEnd = :next',
          ConditionExpression: 'phase = :running AND leaseEnd = :ended',
          ExpressionAttributeValues: { ':running': 'running', ':ended': ended, ':next': leaseEnd },
        }),
      );
      return { state: 'abandoned' };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { state: 'running' };
      throw error;
    }
  }

  return {
    async claim(id, lease) {
      const now = clock();
      const leaseEnd = now + lease;
      try {
        await table.send(
          new PutCommand({
            TableName,
            Item: { ...key(id), phase: 'running', leaseEnd, ttl: Math.ceil(now / 1000) + keptDays * 86_400 },
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { state: 'claimed' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
        const known = unmarshall(error.Item);
        if (known.phase === 'told') return { state: 'told' };
        if (known.phase === 'finished') return { state: 'finished', outcome: JSON.parse(known.outcome) };
        return known.leaseEnd > now ? { state: 'running' } : takeOver(id, known.leaseEnd, leaseEnd);
      }
    },

    async finish(id, outcome) {
      await table.send(
        new UpdateCommand({
          TableName,
          Key: key(id),
          UpdateExpression: 'SET phase = :finished, outcome = :outcome',
          ExpressionAttributeValues: { ':finished': 'finished', ':outcome': JSON.stringify(outcome) },
        }),
      );
    },

    async told(id) {
      await table.send(
        new UpdateCommand({
          TableName,
          Key: key(id),
          UpdateExpression: 'SET phase = :told REMOVE outcome',
          ExpressionAttributeValues: { ':told': 'told' },
        }),
      );
    },
  };
}
