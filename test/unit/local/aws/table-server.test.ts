import {
  ConditionalCheckFailedException,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { localAws } from './local-aws.ts';

const TableName = 'skydesk';
const isNew = 'attribute_not_exists(pk)';
const key = (sk: string) => ({ pk: 'a', sk });
const marshall = (item: Record<string, string>) =>
  Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));

test('the table has string keys, pays per request and expires by ttl', async () => {
  const { table } = await localAws();
  const { Table } = await table.send(new DescribeTableCommand({ TableName }));
  expect(Table).toMatchObject({
    TableStatus: 'ACTIVE',
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
  const timeToLive = () => table.send(new DescribeTimeToLiveCommand({ TableName }));
  expect((await timeToLive()).TimeToLiveDescription).toEqual({
    TimeToLiveStatus: 'ENABLED',
    AttributeName: 'ttl',
  });
  await table.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: false },
    }),
  );
  expect((await timeToLive()).TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'DISABLED' });
});

test('an item expires once its ttl is over; one without a ttl never does', async () => {
  const { table, aws } = await localAws();
  const left = async (): Promise<unknown[]> => {
    const { Items = [] } = await table.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'a' },
      }),
    );
    return Items.map(({ sk }) => sk);
  };
  for (const [sk, ttl] of [
    ['ended', 99],
    ['ends', 100],
    ['stays', undefined],
  ] as const)
    await table.send(new PutCommand({ TableName, Item: { ...key(sk), ...(ttl && { ttl }) } }));
  await aws.expire(100_000);
  expect(await left()).toEqual(['ends', 'stays']);
});

test('of many claims of one key exactly one wins', async () => {
  const { table } = await localAws();
  const claims = await Promise.allSettled(
    Array.from({ length: 50 }, (_, by) =>
      table.send(new PutCommand({ TableName, Item: { ...key('claim'), by }, ConditionExpression: isNew })),
    ),
  );
  const refusals = claims.flatMap((claim) => (claim.status === 'rejected' ? [claim.reason] : []));
  expect(refusals).toHaveLength(49);
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(ConditionalCheckFailedException);
});

test('a failed condition shows the item that stood in the way, when asked for', async () => {
  const { table } = await localAws();
  await table.send(new PutCommand({ TableName, Item: { ...key('1'), state: 'open' } }));
  const put = (ReturnValuesOnConditionCheckFailure: 'ALL_OLD' | 'NONE') =>
    table.send(
      new PutCommand({
        TableName,
        Item: key('1'),
        ConditionExpression: isNew,
        ReturnValuesOnConditionCheckFailure,
      }),
    );
  await expect(put('ALL_OLD')).rejects.toMatchObject({ Item: marshall({ ...key('1'), state: 'open' }) });
  await expect(put('NONE')).rejects.not.toHaveProperty('Item', expect.anything());
  await expect(
    table.send(
      new UpdateCommand({
        TableName,
        Key: key('1'),
        UpdateExpression: 'SET #s = :done',
        ConditionExpression: '#s = :done',
        ExpressionAttributeNames: { '#s': 'state' },
        ExpressionAttributeValues: { ':done': 'done' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  ).rejects.toMatchObject({ Item: { state: { S: 'open' } } });
});

test('a transaction writes all, and is repeated with its token for free', async () => {
  const { table } = await localAws();
  await table.send(new PutCommand({ TableName, Item: { ...key('counter'), n: 1 } }));
  const write = (
    TransactItems: NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>,
  ) => table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: 'once' }));
  const increment = {
    Update: {
      TableName,
      Key: key('counter'),
      UpdateExpression: 'SET n = n + :one',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
  const check = { ConditionCheck: { TableName, Key: key('absent'), ConditionExpression: isNew } };
  await write([increment, check]);
  await write([increment, check]);
  const { Responses } = await table.send(
    new TransactGetCommand({
      TransactItems: ['counter', 'absent'].map((sk) => ({ Get: { TableName, Key: key(sk) } })),
    }),
  );
  expect(Responses).toEqual([{ Item: { ...key('counter'), n: 2 } }, {}]);
  await expect(write([increment])).rejects.toBeInstanceOf(IdempotentParameterMismatchException);
});

test('a transaction with one failed condition writes nothing and says which', async () => {
  const { table } = await localAws();
  await table.send(new PutCommand({ TableName, Item: { ...key('2'), state: 'taken' } }));
  await table.send(new PutCommand({ TableName, Item: { ...key('3'), state: 'kept' } }));
  const writing = table.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: key('1') } },
        {
          Put: {
            TableName,
            Item: key('2'),
            ConditionExpression: isNew,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        { Delete: { TableName, Key: key('3') } },
      ],
    }),
  );
  const error = await writing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error).toMatchObject({
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: marshall({ ...key('2'), state: 'taken' }) },
      { Code: 'None' },
    ],
  });
  const { Items } = await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :a',
      ExpressionAttributeValues: { ':a': 'a' },
    }),
  );
  expect(Items).toEqual([
    { ...key('2'), state: 'taken' },
    { ...key('3'), state: 'kept' },
  ]);
});

test('transactions and single writes do not tear each other', async () => {
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

test('a transaction touches an item once', async () => {
  const { table } = await localAws();
  const put = { Put: { TableName, Item: key('1') } };
  await expect(table.send(new TransactWriteCommand({ TransactItems: [put, put] }))).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
