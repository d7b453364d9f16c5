import { expect, test } from 'vitest';
import type { Table } from '../../../../src/aws/sdk/dynamodb.ts';
import { withTableLog } from '../../../../src/aws/sdk/with-table-log.ts';

const key = { pk: 'change#secret', sk: 'change' };

/** A table whose calls take so many milliseconds, with the lines that it logs. */
function slowTable(ms: number) {
  let now = 0;
  const logged: unknown[] = [];
  const taking = async <Output>(output: Output): Promise<Output> => {
    await null;
    now += ms;
    return output;
  };
  const table: Table = {
    get: () => taking({ pk: 'x' }),
    put: () => taking(undefined),
    update: () => taking({ issued: 1 }),
    query: () => taking({ items: [], next: undefined }),
    async transact() {
      await taking(undefined);
      throw new Error('canceled');
    },
  };
  const log = (message: string, facts: object = {}) => logged.push({ message, ...facts });
  return { table: withTableLog(table, log, () => now), logged };
}

async function callEach({ get, put, update, query, transact }: Table) {
  return [
    await get(key),
    await put({ Item: key }),
    await update({ Key: key, UpdateExpression: 'ADD issued :one' }),
    await query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'due' } }),
    await transact([]).catch((error: Error) => error.message),
  ];
}

test.each([
  [199, []],
  [200, ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'TransactWriteItems']],
])(
  'of calls of %i ms, these are logged, also one that fails, and none with its key: %j',
  async (ms, methods) => {
    const { table, logged } = slowTable(ms);
    expect(await callEach(table)).toEqual([
      { pk: 'x' },
      undefined,
      { issued: 1 },
      { items: [], next: undefined },
      'canceled',
    ]);
    expect(logged).toEqual(methods.map((method) => ({ message: 'table call', method, ms })));
  },
);
