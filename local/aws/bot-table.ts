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

/** Returns the filter of a scan for items that had expired at a time, in milliseconds since 1970. */
export const expiredBy = (now: number): object => ({
  FilterExpression: '#ttl < :now',
  ExpressionAttributeNames: { '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
});

/** Deletes the items that a scan of the table returns: all, or those that match `filter`. */
export async function deleteItems(engine: Engine, TableName: string, filter: object = {}): Promise<void> {
  let ExclusiveStartKey: unknown;
  do {
    const { body } = await engine.call('Scan', {
      TableName,
      ProjectionExpression: 'pk, sk',
      ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
      ...filter,
    });
    for (const Key of (body.Items ?? []) as readonly Item[])
      await engine.call('DeleteItem', { TableName, Key });
    ExclusiveStartKey = body.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}
