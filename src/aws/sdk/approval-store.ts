import { setTimeout as delay } from 'node:timers/promises';
import { type Approval, type Approvals, isWaiting, type Named } from '../../core/approval.ts';
import { Failure } from '../../core/user-error.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { type Item, mayPass, type Table, TransactionRefused, type Write } from './dynamodb.ts';

const keptDays = 400;
const mostTries = 60;
const longestPause = 1200;

const key = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });

/** Waits for somebody, or for the sweeper. */
const needsSweeping = (approval: Approval): boolean =>
  isWaiting(approval) || (approval.due !== undefined && approval.due.length > 0);

/** A second, small item for as long as somebody has to look after it, so that nothing is ever scanned. */
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
  new Failure('Many people decide at once, and yours was not counted.', { next: 'Press again.' });

/** Requests for approval as items of the table: the whole of one as JSON, guarded by its `version`. */
export function approvalsIn(table: Table): Approvals {
  async function read(id: string): Promise<Known | undefined> {
    const item = await table.get(key(id));
    if (!item) return undefined;
    const approval: Approval = JSON.parse(String(item.content));
    return { approval, version: Number(item.version) };
  }

  /** The writes that make one out of the other: the request, if it is as it was read, and its place among those that wait. */
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
        ? { Put: { Item: { ...place, approval: approval.id, asker: approval.asker } } }
        : { Delete: { Key: place } },
      ...(before && before.sk !== place.sk ? [{ Delete: { Key: before } }] : []),
    ];
  }

  /** All of it in one transaction; false where somebody else wrote first, or the table was busy. */
  async function write(writes: readonly Write[]): Promise<boolean> {
    try {
      await table.transact(writes);
      return true;
    } catch (error) {
      if (lostRace(error)) return false;
      throw error;
    }
  }

  /**
   * Tries until something came of it; who met in one try is apart in the next. `never` is for whom it never did: none of
   * their tries wrote anything.
   */
  async function untilDone<Result>(
    attempt: () => Promise<Result | undefined>,
    never: Failure,
  ): Promise<Result> {
    for (let tried = 0; tried < mostTries; tried += 1) {
      if (tried > 0) await delay(Math.random() * Math.min(longestPause, 5 * 2 ** tried));
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw never;
  }

  return {
    async put(approval) {
      // Not written may mean written before, or written by nobody.
      await untilDone(
        async () => (await write(writesOf(undefined, approval))) || (await read(approval.id)),
        new Failure('Too many ask at once, and your request could not be written down.', {
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
        named.push(...items.map(({ approval, asker }) => ({ id: String(approval), asker: String(asker) })));
        ExclusiveStartKey = next;
      } while (ExclusiveStartKey);
      return named;
    },
  };
}

/** Somebody else wrote first, or the table was busy: the condition failed, both transactions met, or there were too many. */
function lostRace(error: unknown): boolean {
  if (error instanceof AwsError) return error.type === 'TransactionConflictException';
  return error instanceof TransactionRefused && mayPass(error);
}
