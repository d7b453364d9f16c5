import type { Engine } from './engine.ts';
import type { Item } from './item.ts';

/** Creates a table with the string keys `pk` and `sk`, and waits until it is active. */
export async function createTable(engine: Engine, TableName: string): Promise<void> {
  await engine.call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
  for (;;) {
    const { body } = await engine.call('DescribeTable', { TableName });
    if (JSON.stringify(body).includes('"TableStatus":"ACTIVE"')) return;
  }
}

/** Deletes every item of a table. */
export async function clearTable(engine: Engine, TableName: string): Promise<void> {
  for (;;) {
    const { body } = await engine.call('Scan', { TableName, ProjectionExpression: 'pk, sk' });
    const keys = (body.Items ?? []) as readonly Item[];
    if (keys.length === 0) return;
    for (const Key of keys) await engine.call('DeleteItem', { TableName, Key });
  }
}
