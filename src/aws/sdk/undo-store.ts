import { idOfStep } from '../../change/model/step.ts';
import type { ShownUndo, Undo, UndoStore, Used } from '../../change/model/undo.ts';
import type { Clock } from '../../core/clock.ts';
import type { Table } from './dynamodb.ts';
import { itemsOf, putIfAbsent, ttlAfter, unlessConditionFails } from './items.ts';
import { messageDays } from './kept-days.ts';

const key = (id: string) => ({ pk: `undo#${id}`, sk: 'undo' });

/** Partition of the messages that show an Undo: those of the last half hour. */
const shownPartition = 'undo-shown';

const shownKey = ({ undo, message }: ShownUndo) => ({
  pk: shownPartition,
  sk: `${undo}#${message.channel}#${message.ts}`,
});

/** Stores Undos as items: the Undo as JSON, with `usedBy` and `usedJob` once it is used. */
export function undoStoreIn(table: Table, clock: Clock): UndoStore {
  async function check(id: string, job: string): Promise<Used> {
    const item = await table.get(key(id));
    if (!item) return { refused: 'unknown' };
    const undo: Undo = JSON.parse(String(item.content));
    if (item.usedJob === job) return { undo };
    if (item.usedJob !== undefined) return { refused: 'used', by: String(item.usedBy) };
    return clock() < Number(item.expires) ? { undo } : { refused: 'expired' };
  }

  return {
    check,

    put: (undo) =>
      putIfAbsent(table, {
        ...key(idOfStep(undo)),
        content: JSON.stringify(undo),
        expires: undo.expires,
        ttl: ttlAfter(undo.expires, messageDays),
      }),

    async use(id, by, job) {
      await unlessConditionFails(
        table.update({
          Key: key(id),
          UpdateExpression: 'SET usedBy = :by, usedJob = :job',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(usedJob)',
          ExpressionAttributeValues: { ':by': by, ':job': job },
        }),
      );
      return check(id, job);
    },

    show: (shown) =>
      putIfAbsent(table, {
        ...shownKey(shown),
        content: JSON.stringify(shown),
        ttl: ttlAfter(shown.expires, 1),
      }),

    async shown(id = '') {
      const found: ShownUndo[] = [];
      const query = {
        KeyConditionExpression: id ? 'pk = :shown AND begins_with(sk, :id)' : 'pk = :shown',
        ExpressionAttributeValues: { ':shown': shownPartition, ...(id && { ':id': `${id}#` }) },
      };
      for await (const { content } of itemsOf(table, query)) found.push(JSON.parse(String(content)));
      return found;
    },

    hide: (shown) => table.transact([{ Delete: { Key: shownKey(shown) } }]),

    giveBack: (id, job) =>
      unlessConditionFails(
        table.update({
          Key: key(id),
          UpdateExpression: 'REMOVE usedBy, usedJob',
          ConditionExpression: 'usedJob = :job',
          ExpressionAttributeValues: { ':job': job },
        }),
      ),
  };
}
