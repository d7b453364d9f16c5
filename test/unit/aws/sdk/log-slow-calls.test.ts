import { expect, test } from 'vitest';
import { type Table, tableIn } from '../../../../src/aws/sdk/dynamodb.ts';
import { logSlowCalls } from '../../../../src/aws/sdk/log-slow-calls.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownClient } from '../../../support/made/own-table.ts';

const local = awsOfFile();
const key = { pk: 'change#secret', sk: 'change' };

/** A table whose clock is so many milliseconds later after each call, with the lines that it logs. */
function slowTable(ms: number) {
  let now = 0;
  const clock = (): number => {
    now += ms;
    return now;
  };
  const logged: unknown[] = [];
  const log = (message: string, facts: object = {}) => logged.push({ message, ...facts });
  return { table: tableIn(logSlowCalls(ownClient(local.aws), log, clock), local.aws.tableName), logged };
}

async function callEach(table: Table) {
  await table.get(key);
  await table.put({ Item: key });
  await table.update({
    Key: key,
    UpdateExpression: 'ADD issued :one',
    ExpressionAttributeValues: { ':one': 1 },
  });
  await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'due' } });
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
  await expect(table.transact([{ Put: { Item: key, ...isNew } }])).rejects.toThrow();
}

test.each([
  [199, []],
  [200, ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'TransactWriteItems']],
])(
  'of calls of %i ms, these are logged, also one that fails, and none with its key: %j',
  async (ms, methods) => {
    const { table, logged } = slowTable(ms);
    await callEach(table);
    expect(logged).toEqual(methods.map((method) => ({ message: 'table call', method, ms })));
  },
);
