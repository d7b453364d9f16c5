import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { localAws } from '../../../support/local-aws.ts';

const TableName = 'skydesk';
const isNew = 'attribute_not_exists(pk)';
const key = (sk: string) => ({ pk: 'a', sk });

test('transactions and single writes are isolated from each other', async () => {
  const { table } = await localAws();
  await table.send(new PutCommand({ TableName, Item: { ...key('n'), n: 0 } }));
  const update = {
    TableName,
    Key: key('n'),
    UpdateExpression: 'SET n = n + :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  const cancelled = { ConditionCheck: { TableName, Key: key('n'), ConditionExpression: isNew } };
  await Promise.allSettled(
    Array.from({ length: 20 }, () => [
      table.send(new UpdateCommand(update)),
      table.send(new TransactWriteCommand({ TransactItems: [{ Update: update }] })),
      table.send(
        new TransactWriteCommand({
          TransactItems: [{ Put: { TableName, Item: key('other') } }, cancelled],
        }),
      ),
    ]).flat(),
  );
  expect((await table.send(new GetCommand({ TableName, Key: key('n') }))).Item).toMatchObject({ n: 40 });
  expect((await table.send(new GetCommand({ TableName, Key: key('other') }))).Item).toBeUndefined();
});

test('reads and batches are refused beyond their limits', async () => {
  const { table } = await localAws();
  const keys = (count: number) => Array.from({ length: count }, (_, at) => key(String(at)));
  const get = (of: readonly object[]) =>
    table.send(new TransactGetCommand({ TransactItems: of.map((Key) => ({ Get: { TableName, Key } })) }));
  const getBatch = (of: object[]) =>
    table.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: of } } }));
  const putBatch = (of: readonly object[]) => {
    const RequestItems = { [TableName]: of.map((Item) => ({ PutRequest: { Item } })) };
    return table.send(new BatchWriteCommand({ RequestItems }));
  };
  for (const [call, max] of [
    [get, 100],
    [getBatch, 100],
    [putBatch, 25],
  ] as const) {
    await call(keys(max));
    for (const refused of [keys(max + 1), [key('1'), key('1')]])
      await expect(call(refused)).rejects.toMatchObject({ name: 'ValidationException' });
  }
});
