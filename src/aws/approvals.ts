import { setTimeout as delay } from 'node:timers/promises';
import type { Approval, Approvals, Phase } from '../core/approval.ts';
import { AwsError } from './signed-call.ts';
import { ConditionFailed, type Item, type Table, TransactionRefused } from './table.ts';

const keptDays = 400;
const mostTries = 60;
const longestPause = 1200;
const waitingPhases: readonly Phase[] = ['open', 'granted', 'running'];

const key = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });
/** A second, small item for as long as somebody has to look after it, so that nothing is ever scanned. */
const waitingKey = ({ id, expires }: Approval) => ({
  pk: 'waiting',
  sk: `${String(expires).padStart(15, '0')}#${id}`,
});

/** Requests for approval as items of the table: the whole of one as JSON, guarded by its `version`. */
export function approvalsIn(table: Table): Approvals {
  async function read(id: string): Promise<{ approval: Approval; version: number } | undefined> {
    const item = await table.get(key(id));
    return item && { approval: JSON.parse(String(item.content)) as Approval, version: Number(item.version) };
  }

  /** One transaction: the request, on condition that it is still at `version`, and its place among those that wait. */
  async function write(approval: Approval, version: number): Promise<void> {
    const waits = waitingPhases.includes(approval.phase);
    const Key = waitingKey(approval);
    await table.transact([
      {
        Put: {
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
      waits ? { Put: { Item: { ...Key, approval: approval.id } } } : { Delete: { Key } },
    ]);
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
      let ExclusiveStartKey: Item | undefined;
      do {
        const { items, next } = await table.query({
          KeyConditionExpression: 'pk = :waiting',
          ExpressionAttributeValues: { ':waiting': 'waiting' },
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        });
        ids.push(...items.map(({ approval }) => String(approval)));
        ExclusiveStartKey = next;
      } while (ExclusiveStartKey);
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
  if (error instanceof ConditionFailed) return true;
  if (error instanceof AwsError) return error.type === 'TransactionConflictException';
  return error instanceof TransactionRefused && error.reasons.some(({ Code }) => passing.includes(Code));
}
