import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverError, throttled } from '../../../../local/aws/index.ts';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { AwsError } from '../../../../src/aws/lambda/aws-error.ts';
import { ConditionFailed, TransactionCanceled } from '../../../../src/aws/sdk/dynamodb.ts';
import { localAws } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

async function tables() {
  const { aws, table: sdk } = await localAws();
  return { aws, sdk, own: ownTable(aws) };
}

const key = { pk: 'a', sk: '1' };
const values = {
  text: 'größer 😀 \u0000',
  number: 12.5,
  large: 1_795_000_000_000,
  yes: true,
  nothing: null,
  list: ['x', { deep: [1] }],
};
const missing = 'attribute_not_exists(pk)';

describe('next to the SDK', () => {
  test('an item that is put here is read there, without undefined members', async () => {
    const { aws, sdk, own } = await tables();
    await own.put({ Item: { ...key, ...values, gone: undefined } });
    const { Item } = await sdk.send(new GetCommand({ TableName: aws.tableName, Key: key }));
    expect(Item).toEqual({ ...key, ...values });
    expect(Item).not.toHaveProperty('gone');
  });
});

test('a query whose response lists no items does not count as one that found none', async () => {
  const { aws } = await localAws();
  const { url, close } = await listenOnLoopback((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  });
  onTestFinished(close);
  const table = ownTable({ ...aws, environment: { ...aws.environment, AWS_ENDPOINT_URL_DYNAMODB: url } });
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' } };
  await expect(table.query(query)).rejects.toEqual(new AwsError('unreachable'));
});

test('a key that is too long for DynamoDB has no item and meets no condition', async () => {
  const { own } = await tables();
  const long = { pk: 'ü'.repeat(1_025), sk: '1' };
  expect(await own.get(long)).toBeUndefined();
  const change = { Key: long, UpdateExpression: 'SET n = :n', ExpressionAttributeValues: { ':n': 1 } };
  await expect(own.update({ ...change, ConditionExpression: 'attribute_exists(pk)' })).rejects.toEqual(
    new ConditionFailed(undefined),
  );
});

test('a query continues from its last key', async () => {
  const { own } = await tables();
  for (const sk of ['1', '2', '3']) await own.put({ Item: { pk: 'a', sk } });
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' }, Limit: 2 };
  const first = await own.query(query);
  expect(first.items.map(({ sk }) => sk)).toEqual(['1', '2']);
  const second = await own.query({ ...query, ...(first.next && { ExclusiveStartKey: first.next }) });
  expect(second).toEqual({ items: [{ pk: 'a', sk: '3' }], next: undefined });
});

describe('a transaction', () => {
  const other = { pk: 'b', sk: '1' };

  test('writes all of it', async () => {
    const { own } = await tables();
    await own.put({ Item: other });
    await own.transact([{ Put: { Item: key } }, { Delete: { Key: other } }]);
    expect([await own.get(key), await own.get(other)]).toEqual([key, undefined]);
  });

  test('or nothing, and names the refused write', async () => {
    const { own } = await tables();
    await own.put({ Item: { ...other, n: 7 } });
    const refused = await own
      .transact([
        { Put: { Item: key } },
        {
          Put: {
            Item: other,
            ConditionExpression: missing,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ])
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TransactionCanceled);
    expect(refused).toMatchObject({
      reasons: [
        { Code: 'None', Item: undefined },
        { Code: 'ConditionalCheckFailed', Item: { ...other, n: 7 } },
      ],
    });
    expect(await own.get(key)).toBeUndefined();
  });

  test('whose answer was lost is repeated with the same token', async () => {
    const { aws, own } = await tables();
    aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'lose' });
    await own.transact([{ Put: { Item: key, ConditionExpression: missing } }]);
    expect(aws.faults.calls('DynamoDB.TransactWriteItems')).toBe(2);
  });
});

describe('a temporary failure is tried three times', () => {
  test.each([
    ['throttling', throttled],
    ['too much at once', { kind: 'refuse', type: 'ProvisionedThroughputExceededException' }],
    ['a server error', serverError],
    ['a lost connection', { kind: 'drop' }],
  ] as const)('%s', async (_, fault) => {
    const { aws, own } = await tables();
    aws.faults.next('DynamoDB.GetItem', fault, 2);
    expect(await own.get(key)).toBeUndefined();
    aws.faults.next('DynamoDB.GetItem', fault, 3);
    await expect(own.get(key)).rejects.toMatchObject({ name: 'AwsError' });
    expect(aws.faults.calls('DynamoDB.GetItem')).toBe(6);
  });

  test('a permanent failure is not retried', async () => {
    const { aws, own } = await tables();
    aws.faults.next('DynamoDB.GetItem', { kind: 'refuse', type: 'AccessDeniedException' });
    await expect(own.get(key)).rejects.toMatchObject({ type: 'AccessDeniedException' });
    expect(aws.faults.calls('DynamoDB.GetItem')).toBe(1);
  });
});
