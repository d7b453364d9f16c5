import { setTimeout as delay } from 'node:timers/promises';
import { type Approval, type Approvals, isWaiting, type Named } from '../core/approval.ts';
import { Failure } from '../core/failure.ts';
import { AwsError } from './signed-call.ts';
import { type Item, mayPass, type Table, TransactionRefused } from './table.ts';

const keptDays = 400;
const mostTries = 60;
const longestPause = 1200;

const key = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });

/** Waits for somebody, or for the record. */
const needsSweeping = (approval: Approval): boolean => isWaiting(approval) || approval.unrecorded === true;

/** A second, small item for as long as somebody has to look after it, so that nothing is ever scanned. */
const waitingKey = ({ id, expires }: Approval) => ({
  pk: 'waiting',
  sk: `${String(expires).padStart(15, '0')}#${id}`,
});

/** Requests for approval as items of the table: the whole of one as JSON, guarded by its `version`. */
export function approvalsIn(table: Table): Approvals {
  async function read(id: string): Promise<{ approval: Approval; version: number } | undefined> {
    const item = await table.get(key(id));
    if (!item) return undefined;
    const approval: Approval = JSON.parse(String(item.content));
    return { approval, version: Number(item.version) };
  }

  /**
   * One transaction: the request, on condition that it is still at `version`, and its place among those that wait.
   * False where somebody else wrote first, or the table was busy.
   */
  async function write(approval: Approval, version: number): Promise<boolean> {
    const waits = needsSweeping(approval);
    const Key = waitingKey(approval);
    try {
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
        waits
          ? { Put: { Item: { ...Key, approval: approval.id, asker: approval.asker } } }
          : { Delete: { Key } },
      ]);
      return true;
    } catch (error) {
      if (lostRace(error)) return false;
      throw error;
    }
  }

  /**
   * Tries until something came of it; who met in one try is apart in the next. `crowded` is for whom it never did:
   * none of their tries wrote anything.
   */
  async function untilDone<Result>(
    attempt: () => Promise<Result | undefined>,
    crowded: Failure,
  ): Promise<Result> {
    for (let tried = 0; tried < mostTries; tried += 1) {
      if (tried > 0) await delay(Math.random() * Math.min(longestPause, 5 * 2 ** tried));
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw crowded;
  }

  return {
    async put(approval) {
      // Not written may mean written before, or written by nobody.
      await untilDone(
        async () => (await write(approval, 0)) || (await read(approval.id)),
        new Failure('Too many ask at once, and your request could not be written down.', {
          next: 'Ask again in a minute.',
        }),
      );
    },

    async get(id) {
      return (await read(id))?.approval;
    },

    change: (id, step) =>
      untilDone(
        async () => {
          const known = await read(id);
          if (!known) return { refused: 'This request is not known any more.' };
          const stepped = step(known.approval);
          if ('refused' in stepped || stepped.approval === known.approval) return stepped;
          return (await write(stepped.approval, known.version)) ? stepped : undefined;
        },
        new Failure('Many people decide at once, and yours was not counted.', { next: 'Press again.' }),
      ),

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
