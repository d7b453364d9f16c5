import { setTimeout as delay } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Approval, Approvals, Phase } from '../core/approval.ts';

const keptDays = 400;
const mostTries = 60;
const longestPause = 400;
const waitingPhases: readonly Phase[] = ['open', 'granted', 'running'];

const key = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });
/** A second, small item for as long as somebody has to look after it, so that nothing is ever scanned. */
const waitingKey = ({ id, expires }: Approval) => ({
  pk: 'waiting',
  sk: `${String(expires).padStart(15, '0')}#${id}`,
});

/** Requests for approval as items of the table: the whole of one as JSON, guarded by its `version`. */
export function approvalsIn(table: DynamoDBDocumentClient, TableName: string): Approvals {
  async function read(id: string): Promise<{ approval: Approval; version: number } | undefined> {
    const { Item } = await table.send(new GetCommand({ TableName, Key: key(id), ConsistentRead: true }));
    return Item && { approval: JSON.parse(Item.content) as Approval, version: Number(Item.version) };
  }

  /** One transaction: the request, on condition that it is still at `version`, and its place among those that wait. */
  async function write(approval: Approval, version: number): Promise<void> {
    const waits = waitingPhases.includes(approval.phase);
    const Key = waitingKey(approval);
    await table.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: {
                ...key(approval.id),
                content: JSON.stringify(approval),
                version: version + 1,
                ttl: Math.ceil(approval.expires / 1000) + keptDays * 86_400,
              },
              ...(version === 0
                ? { ConditionExpression: 'attribute_not_exists(pk)' }
                : {
                    ConditionExpression: 'version = :version',
                    ExpressionAttributeValues: { ':version': version },
                  }),
            },
          },
          waits
            ? { Put: { TableName, Item: { ...Key, approval: approval.id } } }
            : { Delete: { TableName, Key } },
        ],
      }),
    );
  }

  return {
    async put(approval) {
      try {
        await write(approval, 0);
      } catch (error) {
        if (!lostRace(error)) throw error;
      }
    },

    async get(id) {
      return (await read(id))?.approval;
    },

    async change(id, step) {
      for (let attempt = 0; attempt < mostTries; attempt += 1) {
        if (attempt > 0) await delay(Math.random() * Math.min(longestPause, 5 * 2 ** attempt));
        const known = await read(id);
        if (!known) return { refused: 'This request is not known any more.' };
        const stepped = step(known.approval);
        if ('refused' in stepped || stepped.approval === known.approval) return stepped;
        try {
          await write(stepped.approval, known.version);
          return stepped;
        } catch (error) {
          if (!lostRace(error)) throw error;
        }
      }
      throw new Error('too many at once');
    },

    async waiting() {
      const ids: string[] = [];
      const pages = paginateQuery(
        { client: table },
        {
          TableName,
          KeyConditionExpression: 'pk = :waiting',
          ExpressionAttributeValues: { ':waiting': 'waiting' },
        },
      );
      for await (const { Items = [] } of pages) ids.push(...Items.map(({ approval }) => String(approval)));
      const found = await Promise.all(ids.map(read));
      return found.flatMap((one) =>
        one && waitingPhases.includes(one.approval.phase) ? [one.approval] : [],
      );
    },
  };
}

/** Reasons for a refused transaction that can be gone at the next attempt. */
const passing = [
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** Somebody else wrote first, or the table was busy: the condition failed, both transactions met, or there were too many. */
function lostRace(error: unknown): boolean {
  if (error instanceof ConditionalCheckFailedException) return true;
  if (!(error instanceof Error) || !('CancellationReasons' in error))
    return error instanceof Error && error.name === 'TransactionConflictException';
  const reasons = error.CancellationReasons;
  return Array.isArray(reasons) && reasons.some(({ Code }) => passing.includes(Code));
}
