import { setTimeout as delay } from 'node:timers/promises';
import { type Approval, type Approvals, isWaiting, type Named } from '../../core/approval.ts';
import { UserError } from '../../core/user-error.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { type Item, isRetryable, type Table, TransactionCanceled, type Write } from './dynamodb.ts';

/** How long a request is stored after it expires. */
const keptDays = 400;
const maxAttempts = 60;
/** Upper bound for the delay between two attempts, in milliseconds. */
const maxDelay = 1200;

const key = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });

/** Whether a person or the sweeper still has to act on a request. */
const needsSweeping = (approval: Approval): boolean =>
  isWaiting(approval) || (approval.due !== undefined && approval.due.length > 0);

/** Key of a small index item that exists while a request needs attention, so that the table is never scanned. */
const waitingKey = ({ id, expires }: Approval) => ({
  pk: 'waiting',
  sk: `${String(expires).padStart(15, '0')}#${id}`,
});

interface Known {
  readonly approval: Approval;
  readonly version: number;
}

const unknown = 'This request is not known any more.';
const crowded = () =>
  new UserError('Many people decide at once, and yours was not counted.', { next: 'Press again.' });

/** Stores approval requests as items: the request as JSON, with a `version` for optimistic locking. */
export function approvalsIn(table: Table): Approvals {
  async function read(id: string): Promise<Known | undefined> {
    const item = await table.get(key(id));
    if (!item) return undefined;
    const approval: Approval = JSON.parse(String(item.content));
    return { approval, version: Number(item.version) };
  }

  /** The writes that update a request, on condition that it is as it was read, and its index item. */
  function writesOf(known: Known | undefined, approval: Approval): readonly Write[] {
    if (known?.approval === approval) return [];
    const version = known?.version ?? 0;
    const place = waitingKey(approval);
    const before = known && waitingKey(known.approval);
    return [
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
      needsSweeping(approval)
        ? { Put: { Item: { ...place, approval: approval.id, requester: approval.requester } } }
        : { Delete: { Key: place } },
      ...(before && before.sk !== place.sk ? [{ Delete: { Key: before } }] : []),
    ];
  }

  /** Writes in one transaction. Resolves to false after a conflict with another write or a throttling error. */
  async function write(writes: readonly Write[]): Promise<boolean> {
    try {
      await table.transact(writes);
      return true;
    } catch (error) {
      if (lostRace(error)) return false;
      throw error;
    }
  }

  /** Retries `attempt`, with jitter, until it resolves to a value. Throws `gaveUp` after 60 attempts; none of them wrote anything. */
  async function untilDone<Result>(
    attempt: () => Promise<Result | undefined>,
    gaveUp: UserError,
  ): Promise<Result> {
    for (let tried = 0; tried < maxAttempts; tried += 1) {
      if (tried > 0) await delay(Math.random() * Math.min(maxDelay, 5 * 2 ** tried));
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw gaveUp;
  }

  return {
    async put(approval) {
      // If the write failed, the item exists (a repeated put, which is fine) or there was a conflict: then retry.
      await untilDone(
        async () => (await write(writesOf(undefined, approval))) || (await read(approval.id)),
        new UserError('Too many ask at once, and your request could not be written down.', {
          next: 'Ask again in a minute.',
        }),
      );
    },

    async get(id) {
      return (await read(id))?.approval;
    },

    change: (id, step) =>
      untilDone(async () => {
        const known = await read(id);
        if (!known) return { refused: unknown };
        const stepped = step(known.approval);
        if ('refused' in stepped || stepped.approval === known.approval) return stepped;
        return (await write(writesOf(known, stepped.approval))) ? stepped : undefined;
      }, crowded()),

    changeBoth: (id, otherId, step) =>
      untilDone(async () => {
        const [known, other] = await Promise.all([read(id), read(otherId)]);
        if (!known) return { refused: unknown };
        const stepped = step(known.approval, other?.approval);
        if ('refused' in stepped) return stepped;
        const writes = [...writesOf(known, stepped.approval), ...writesOf(other, stepped.other)];
        return writes.length === 0 || (await write(writes)) ? stepped : undefined;
      }, crowded()),

    async waiting() {
      const named: Named[] = [];
      let ExclusiveStartKey: Item | undefined;
      do {
        const { items, next } = await table.query({
          KeyConditionExpression: 'pk = :waiting',
          ExpressionAttributeValues: { ':waiting': 'waiting' },
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        });
        named.push(
          ...items.map(({ approval, requester }) => ({ id: String(approval), requester: String(requester) })),
        );
        ExclusiveStartKey = next;
      } while (ExclusiveStartKey);
      return named;
    },
  };
}

/** Whether a write failed because of a concurrent write or throttling, so that a retry can succeed. */
function lostRace(error: unknown): boolean {
  if (error instanceof AwsError) return error.type === 'TransactionConflictException';
  return error instanceof TransactionCanceled && isRetryable(error);
}
