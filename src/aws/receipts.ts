import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Claim, Clock, Receipts } from '../core/ports.ts';

/** Longer than any message can stay in a queue. */
const keptDays = 15;

interface Held {
  readonly phase: string;
  readonly leaseEnd: number;
  readonly holder: string;
}

const key = (id: string) => ({ pk: `receipt#${id}`, sk: 'receipt' });

/**
 * Receipts as items of the table: `phase` is running, finished or told; `leaseEnd` in milliseconds says until
 * when the worker that does the job, or tells of it, is believed to be at it, and `holder` which one that is: the
 * SDK repeats a write whose answer was lost, and the repeated one finds the first one's mark.
 */
export function receiptsIn<Outcome>(
  table: DynamoDBDocumentClient,
  TableName: string,
  clock: Clock,
): Receipts<Outcome> {
  /** Takes over from a worker whose lease has ended; of several at once, one wins. */
  async function takeOver(
    id: string,
    was: Held,
    next: Omit<Held, 'phase'>,
    claim: Claim<Outcome>,
  ): Promise<Claim<Outcome>> {
    try {
      await table.send(
        new UpdateCommand({
          TableName,
          Key: key(id),
          UpdateExpression: 'SET leaseEnd = :next, holder = :holder',
          ConditionExpression: 'phase = :phase AND (leaseEnd = :ended AND holder = :was OR holder = :holder)',
          ExpressionAttributeValues: {
            ':phase': was.phase,
            ':ended': was.leaseEnd,
            ':was': was.holder,
            ':next': next.leaseEnd,
            ':holder': next.holder,
          },
        }),
      );
      return claim;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { state: 'running' };
      throw error;
    }
  }

  return {
    async claim(id, lease) {
      const now = clock();
      const mine = { leaseEnd: now + lease, holder: randomUUID() };
      try {
        await table.send(
          new PutCommand({
            TableName,
            Item: { ...key(id), phase: 'running', ...mine, ttl: Math.ceil(now / 1000) + keptDays * 86_400 },
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { state: 'claimed' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
        const { phase, leaseEnd: ends, holder, outcome } = unmarshall(error.Item);
        if (phase === 'told') return { state: 'told' };
        if (phase === 'running' && holder === mine.holder) return { state: 'claimed' };
        if (ends > now) return { state: 'running' };
        const claim: Claim<Outcome> =
          phase === 'finished' ? { state: 'finished', outcome: JSON.parse(outcome) } : { state: 'abandoned' };
        return takeOver(id, { phase, leaseEnd: ends, holder }, mine, claim);
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

    async release(id) {
      await table.send(
        new UpdateCommand({
          TableName,
          Key: key(id),
          UpdateExpression: 'SET leaseEnd = :ended',
          ExpressionAttributeValues: { ':ended': 0 },
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
