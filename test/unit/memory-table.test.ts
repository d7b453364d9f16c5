import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConditionFailed, type Item, type Table, TransactionCanceled } from '../../src/aws/sdk/dynamodb.ts';
import { MemoryTable } from '../harness/memory-table.ts';
import { awsOfFile, ownTable } from './local/aws/local-aws.ts';

/* The table in memory answers as a table of DynamoDB does, in the expressions of the stores: those of src/aws/sdk. */

const local = awsOfFile();

type Call = (table: Table, pk: (name: string) => string) => Promise<unknown>;

const name = fc.constantFrom('a', 'b');
const sk = fc.constantFrom('1', '2', 'end');
const number = fc.integer({ min: 0, max: 2 });
const phase = fc.constantFrom('open', 'running');

const conditions = [
  'attribute_not_exists(pk)',
  'attribute_exists(n)',
  'n = :n',
  'attribute_not_exists(n) OR n < :n',
  '#p = :open AND n > :n',
  '#p = :open AND n = :n OR #p = :running AND m = :n',
  '(n = :n OR m = :n) AND #p = :open',
];

/** A condition with the values and names that it uses, which are all that DynamoDB takes. */
const condition = fc
  .record({ text: fc.constantFrom(undefined, ...conditions), n: number, old: fc.boolean() })
  .map(({ text, n, old }) => text && { ConditionExpression: text, ...scopeOf(text, n), ...(old && allOld) });

const allOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

function scopeOf(text: string, n: number) {
  const given = { ':n': n, ':open': 'open', ':running': 'running' };
  const values = Object.entries(given).filter(([placeholder]) => text.includes(placeholder));
  return {
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
    ...(text.includes('#p') && { ExpressionAttributeNames: { '#p': 'phase' } }),
  };
}

const write = fc.record({
  name,
  sk,
  n: number,
  m: fc.option(number, { nil: undefined }),
  phase,
  condition,
  isDelete: fc.boolean(),
});

const put: fc.Arbitrary<Call> = write.map(
  ({ name, sk, condition, n, m, phase }) =>
    (table, pk) =>
      table.put({ Item: { pk: pk(name), sk, n, m, phase }, ...condition }),
);

const update: fc.Arbitrary<Call> = fc
  .record({
    name,
    sk,
    expression: fc.constantFrom(
      'ADD n :n',
      'SET #p = :open REMOVE m',
      'SET n = :n, #p = :open',
      'SET #p = :open ADD m :n',
    ),
    text: fc.constantFrom(undefined, ...conditions),
    n: number,
  })
  .map(
    ({ name, sk, expression, text, n }) =>
      (table, pk) =>
        table.update({
          Key: { pk: pk(name), sk },
          UpdateExpression: expression,
          ...(text && { ConditionExpression: text, ...allOld }),
          ...scopeOf(`${expression} ${text}`, n),
        }),
  );

const transact: fc.Arbitrary<Call> = fc
  .uniqueArray(write, { minLength: 1, maxLength: 3, selector: ({ name, sk }) => `${name} ${sk}` })
  .map(
    (writes) => (table, pk) =>
      table.transact(
        writes.map(({ name, sk, condition, n, m, phase, isDelete }) =>
          isDelete
            ? { Delete: { Key: { pk: pk(name), sk } } }
            : { Put: { Item: { pk: pk(name), sk, n, m, phase }, ...condition } },
        ),
      ),
  );

const query: fc.Arbitrary<Call> = fc
  .record({
    name,
    range: fc.constantFrom<[string, Item]>(
      ['', {}],
      [' AND sk < :to', { ':to': '2' }],
      [' AND sk BETWEEN :from AND :to', { ':from': '2', ':to': 'end' }],
    ),
    isForward: fc.boolean(),
  })
  .map(
    ({ name, range: [range, values], isForward }) =>
      (table, pk) =>
        table.query({
          KeyConditionExpression: `pk = :pk${range}`,
          ExpressionAttributeValues: { ':pk': pk(name), ...values },
          ScanIndexForward: isForward,
        }),
  );

const get: fc.Arbitrary<Call> = fc.record({ name, sk }).map(
  ({ name, sk }) =>
    (table, pk) =>
      table.get({ pk: pk(name), sk }),
);

/** What came of a call: its result, or what its error says. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await call };
  } catch (error) {
    if (error instanceof ConditionFailed) return { failed: error.item };
    if (error instanceof TransactionCanceled) return { canceled: error.reasons };
    throw error;
  }
}

test('each call has the same outcome on both, whatever came before it', async () => {
  const real = ownTable(local.aws);
  const call = fc.oneof(put, update, transact, query, get);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 30 }), async (calls) => {
      runs += 1;
      const run = runs;
      const memory = new MemoryTable();
      const pk = (name: string): string => `${name}${run}`;
      for (const one of calls)
        expect(await outcomeOf(one(memory, pk))).toEqual(await outcomeOf(one(real, pk)));
    }),
    { numRuns: 25 },
  );
});
