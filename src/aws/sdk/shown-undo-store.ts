import type { ShownUndo, ShownUndos } from '../../change/model/shown-undo.ts';
import type { Table } from './dynamodb.ts';
import { itemsOf, putIfAbsent, ttlAfter } from './items.ts';

/** Partition of the messages that show an Undo: those of the last half hour. */
const partition = 'undo-shown';

const keyOf = ({ undo, message }: ShownUndo) => ({
  pk: partition,
  sk: `${undo}#${message.channel}#${message.ts}`,
});

/** Stores as items which messages show an Undo. */
export const shownUndosIn = (table: Table): ShownUndos => ({
  show: (shown) =>
    putIfAbsent(table, {
      ...keyOf(shown),
      content: JSON.stringify(shown),
      ttl: ttlAfter(shown.expires, 1),
    }),

  async shown(id = '') {
    const found: ShownUndo[] = [];
    const query = {
      KeyConditionExpression: id ? 'pk = :shown AND begins_with(sk, :id)' : 'pk = :shown',
      ExpressionAttributeValues: { ':shown': partition, ...(id && { ':id': `${id}#` }) },
    };
    for await (const { content } of itemsOf(table, query)) found.push(JSON.parse(String(content)));
    return found;
  },

  hide: (shown) => table.transact([{ Delete: { Key: keyOf(shown) } }]),
});
