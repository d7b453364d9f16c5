import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { localAws } from './local-aws.ts';

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

test('a transaction may touch an item only once', async () => {
  const { table } = await localAws();
  const put = { Put: { TableName, Item: key('1') } };
  await expect(table.send(new TransactWriteCommand({ TransactItems: [put, put] }))).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
