import { randomUUID } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { endpoint } from './environment.ts';
import { AwsError, type Call, patient, signedCall } from './signed-call.ts';

export type Item = Readonly<Record<string, unknown>>;

/** A condition, with what its placeholders stand for. */
interface Condition {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  /** Whether a `ConditionFailed` brings the item as it is. */
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD';
}

export interface Put extends Condition {
  readonly Item: Item;
}

export interface Update extends Condition {
  readonly Key: Item;
  readonly UpdateExpression: string;
}

export interface Query {
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeValues: Item;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: Item;
}

export type Write = { readonly Put: Put } | { readonly Delete: { readonly Key: Item } };

/** A write was refused because its condition did not hold; `item` is what stands there, if that was asked for. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  readonly item: Item | undefined;

  constructor(item: Item | undefined) {
    super('The condition did not hold');
    this.item = item;
  }
}

/** Why one write of a transaction was refused: `None` where it was not. */
export interface Reason {
  readonly Code: string;
  readonly Item: Item | undefined;
}

/** A transaction was refused as a whole; a reason for each of its writes, in their order. */
export class TransactionRefused extends Error {
  override readonly name = 'TransactionRefused';
  readonly reasons: readonly Reason[];

  constructor(reasons: readonly Reason[]) {
    super('The transaction was refused');
    this.reasons = reasons;
  }
}

const passing = [
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** Whether all that a transaction was refused for can be gone at the next attempt. */
export const mayPass = ({ reasons }: TransactionRefused): boolean =>
  reasons.every(({ Code }) => passing.includes(Code));

/**
 * One table of DynamoDB in its own terms, with plain values. Reads are consistent. A write that was perhaps made is
 * repeated, as the SDK does, so it has to know itself again. What AWS refuses otherwise rejects with an `AwsError`.
 */
export interface Table {
  get(key: Item): Promise<Item | undefined>;
  put(put: Put): Promise<void>;
  /** The item as it is afterwards. */
  update(update: Update): Promise<Item>;
  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next: Item | undefined }>;
  /** All of the writes or none. */
  transact(writes: readonly Write[]): Promise<void>;
}

/** An action on a table, as it is called. */
export const toTable = (action: string, input: Readonly<Record<string, unknown>>): Call => ({
  service: 'dynamodb',
  endpoint: endpoint('DYNAMODB'),
  target: `DynamoDB_20120810.${action}`,
  version: '1.0',
  input,
});

type Wire = Record<string, AttributeValue>;

/** The table with this name, without an SDK: its client alone would be half of a cold worker's load time. */
export function tableNamed(TableName: string): Table {
  const call = async (action: string, input: Readonly<Record<string, unknown>>) => {
    try {
      return await signedCall(toTable(action, input), patient);
    } catch (error) {
      throw error instanceof AwsError ? meant(error) : error;
    }
  };

  return {
    async get(key) {
      return plain((await call('GetItem', { TableName, Key: wire(key), ConsistentRead: true })).Item);
    },
    async put(put) {
      await call('PutItem', { TableName, ...onWire(put) });
    },
    async update(update) {
      const { Attributes } = await call('UpdateItem', {
        TableName,
        ...onWire(update),
        ReturnValues: 'ALL_NEW',
      });
      return plain(Attributes) ?? {};
    },
    async query(query) {
      const answer = await call('Query', { TableName, ...onWire(query), ConsistentRead: true });
      const items = (answer.Items ?? []) as readonly Wire[];
      return { items: items.map((item) => unmarshall(item)), next: plain(answer.LastEvaluatedKey) };
    },
    async transact(writes) {
      const TransactItems = writes.map((write) =>
        'Put' in write
          ? { Put: { TableName, ...onWire(write.Put) } }
          : { Delete: { TableName, ...onWire(write.Delete) } },
      );
      await call('TransactWriteItems', { TransactItems, ClientRequestToken: randomUUID() });
    },
  };
}

const wire = (item: Item): Wire => marshall(item, { removeUndefinedValues: true });
const plain = (item: unknown): Item | undefined => (item ? unmarshall(item as Wire) : undefined);

const held = ['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey'];

/** The same with its values as DynamoDB writes them. */
const onWire = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, held.includes(name) ? wire(value) : value]),
  );

function meant(error: AwsError): Error {
  const { type, content } = error;
  if (type === 'ConditionalCheckFailedException') return new ConditionFailed(plain(content.Item));
  if (type !== 'TransactionCanceledException') return error;
  const reasons = (content.CancellationReasons ?? []) as readonly { Code?: string; Item?: Wire }[];
  return new TransactionRefused(reasons.map(({ Code = 'None', Item }) => ({ Code, Item: plain(Item) })));
}
