import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AwsError } from '../../src/aws/lambda/aws-error.ts';
import {
  ConditionFailed,
  type Item,
  type Table,
  TransactionCanceled,
  type Write,
} from '../../src/aws/sdk/dynamodb.ts';
import { MemoryTable } from '../support/in-memory/memory-table.ts';
import { awsOfFile } from '../support/local-aws.ts';
import { ownTable } from '../support/made/own-table.ts';

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
    if (error instanceof AwsError) return { refused: error.type };
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

describe('both know the limits of DynamoDB', () => {
  const kilobyte = 1024;
  /** An item of this size in bytes. */
  const sized = (sk: string, bytes: number): Item => ({
    pk: 'limits',
    sk,
    content: 'x'.repeat(bytes - 'pklimitssk'.length - sk.length - 'content'.length),
  });
  const puts = (count: number, bytes = 100): readonly Write[] =>
    Array.from({ length: count }, (_, at) => ({ Put: { Item: sized(`${at}`.padStart(3, '0'), bytes) } }));
  const grow = (table: Table, bytes: number) =>
    table.update({
      Key: { pk: 'limits', sk: 'grows' },
      UpdateExpression: 'SET content = :content',
      ExpressionAttributeValues: { ':content': sized('grows', bytes).content },
    });
  const [first] = puts(1);
  const twice = first ? [first, first, { Delete: { Key: { pk: 'limits', sk: 'other' } } }] : [];
  const keyed = (sk: string): Item => ({ pk: 'limits', sk });

  const done = { result: undefined };
  const refused = { refused: 'ValidationException' };
  const limits: readonly [string, (table: Table) => Promise<unknown>, object][] = [
    ['a transaction of 100 items', (table) => table.transact(puts(100)), done],
    ['one of 101 items', (table) => table.transact(puts(101)), refused],
    ['one without items', (table) => table.transact([]), refused],
    ['one that writes an item twice', (table) => table.transact(twice), refused],
    ['one of 4 MB', (table) => table.transact(puts(16, 256 * kilobyte)), done],
    ['one of more', (table) => table.transact([...puts(16, 256 * kilobyte), ...puts(17).slice(-1)]), refused],
    ['one with an item of more than 400 KB', (table) => table.transact(puts(1, 400 * kilobyte + 1)), refused],
    ['an item of 400 KB', (table) => table.put({ Item: sized('1', 400 * kilobyte) }), done],
    ['a larger item', (table) => table.put({ Item: sized('1', 400 * kilobyte + 1) }), refused],
    ['an update to more than 400 KB', (table) => grow(table, 400 * kilobyte + 1), refused],
    ['a sort key of 1,024 bytes', (table) => table.put({ Item: keyed('ü'.repeat(512)) }), done],
    ['a longer sort key', (table) => table.put({ Item: keyed('x'.repeat(1025)) }), refused],
    ['a read by a longer sort key', (table) => table.get(keyed('x'.repeat(1025))), refused],
    [
      'a transaction that deletes by one',
      (table) => table.transact([...puts(1), { Delete: { Key: keyed('x'.repeat(1025)) } }]),
      {
        canceled: [
          { Code: 'None', Item: undefined },
          { Code: 'ValidationError', Item: undefined },
        ],
      },
    ],
    ['an empty sort key', (table) => table.put({ Item: keyed('') }), refused],
    [
      'a partition key of more than 2,048 bytes',
      (table) => table.put({ Item: { pk: 'x'.repeat(2049), sk: '1' } }),
      refused,
    ],
  ];

  test.each(limits)('%s', async (_, call, outcome) => {
    expect(await outcomeOf(call(ownTable(local.aws)))).toEqual(outcome);
    expect(await outcomeOf(call(new MemoryTable()))).toEqual(outcome);
  });

  test('the write units of a partition are those of the larger item, twice in a transaction', async () => {
    const refused = { Item: sized('1', 100), ConditionExpression: conditions[0] ?? '' };
    const calls: readonly [string, (table: Table) => Promise<unknown>, number][] = [
      ['a small item', (table) => table.put({ Item: sized('1', 100) }), 1],
      ['one in its place', (table) => table.put({ Item: sized('1', 3 * kilobyte) }), 3],
      ['a write whose condition fails', (table) => table.put(refused), 3],
      ['a transaction with such a write', (table) => table.transact([{ Put: refused }]), 2 * 3],
      ['a smaller one in its place', (table) => table.put({ Item: sized('1', 100) }), 3],
      ['an update', (table) => grow(table, 2 * kilobyte + 1), 3],
      ['a transaction', (table) => table.transact(puts(2, 2 * kilobyte)), 2 * (2 + 2)],
      ['a deletion in one', (table) => table.transact([{ Delete: { Key: keyed('000') } }]), 2 * 2],
    ];
    const units = async (table: Table, counted: (pk: string) => number) => {
      const used: [string, number][] = [];
      for (const [what, call] of calls) {
        const before = counted('limits');
        await outcomeOf(call(table));
        used.push([what, counted('limits') - before]);
      }
      return used;
    };
    await local.aws.clear();
    const memory = new MemoryTable();
    const expected = calls.map(([what, , used]) => [what, used]);
    expect(await units(ownTable(local.aws), local.aws.table.writeUnits)).toEqual(expected);
    expect(await units(memory, (pk) => memory.writeUnits(pk))).toEqual(expected);
    expect(memory.writeUnits('other')).toBe(0);
  });

  test('on request, what writes an item of a transaction in progress is refused', async () => {
    const write: Write = { Put: { Item: { pk: 'conflict', sk: '1' } } };
    const others: Write = { Put: { Item: { pk: 'conflict', sk: '2' } } };
    const together = (table: Table) =>
      Promise.all([
        outcomeOf(table.transact([write])),
        outcomeOf(table.transact([others, write])),
        outcomeOf(table.put(write.Put)),
        outcomeOf(table.transact([others])),
      ]);
    const none = { Code: 'None', Item: undefined };
    const conflict = { Code: 'TransactionConflict', Item: undefined };
    const conflicting = [
      done,
      { canceled: [none, conflict] },
      { refused: 'TransactionConflictException' },
      done,
    ];
    const memory = new MemoryTable();
    expect(await together(memory)).toEqual([done, done, done, done]);
    memory.refuseConflicts();
    expect(await together(memory)).toEqual(conflicting);
    expect(await outcomeOf(memory.transact([write]))).toEqual(done);
    const real = ownTable(local.aws);
    expect(await together(real)).toEqual([done, done, done, done]);
    local.aws.table.refuseConflicts(true);
    expect(await together(real)).toEqual(conflicting);
    expect(await outcomeOf(real.transact([write]))).toEqual(done);
    await local.aws.clear();
    expect(await together(real)).toEqual([done, done, done, done]);
  });
});
