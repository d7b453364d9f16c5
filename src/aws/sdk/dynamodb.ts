import { randomUUID } from 'node:crypto';

import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { awsErrorOf } from './client-config.ts';

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
 * One table of DynamoDB in its own terms, with plain values. Reads are consistent. The SDK retries writes too, so callers
 * must make them idempotent. What AWS refuses otherwise rejects with an `AwsError`.
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

/** Upper bound for a partition key, in bytes: nothing can stand under a longer one. Ids from outside are part of keys. */
const maxKeyBytes = 2_048;

const canExist = ({ pk }: Item): boolean => Buffer.byteLength(String(pk)) <= maxKeyBytes;

/** The table with this name. */
export function tableIn(dynamodb: DynamoDBClient, TableName: string): Table {
  const client = DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } });
  return {
    async get(Key) {
      if (!canExist(Key)) return undefined;
      const { Item } = await meant(client.send(new GetCommand({ TableName, Key, ConsistentRead: true })));
      return Item;
    },
    async put(put) {
      await meant(client.send(new PutCommand({ TableName, ...put })));
    },
    async update(update) {
      if (update.ConditionExpression && !canExist(update.Key)) throw new ConditionFailed(undefined);
      const command = new UpdateCommand({ TableName, ...update, ReturnValues: 'ALL_NEW' });
      const { Attributes = {} } = await meant(client.send(command));
      return Attributes;
    },
    async query(query) {
      const command = new QueryCommand({ TableName, ...query, ConsistentRead: true });
      const { Items = [], LastEvaluatedKey } = await meant(client.send(command));
      return { items: Items, next: LastEvaluatedKey };
    },
    async transact(writes) {
      const TransactItems = writes.map((write) =>
        'Put' in write ? { Put: { TableName, ...write.Put } } : { Delete: { TableName, ...write.Delete } },
      );
      await meant(client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() })));
    },
  };
}

const plain = (item: Record<string, AttributeValue> | undefined): Item | undefined =>
  item && unmarshall(item);

/** Awaits a call, and gives the errors that have a meaning here their own types. */
const meant = <Output>(call: Promise<Output>): Promise<Output> =>
  call.catch((error: unknown) => {
    throw meaningOf(error);
  });

function meaningOf(error: unknown): Error {
  if (error instanceof ConditionalCheckFailedException) return new ConditionFailed(plain(error.Item));
  if (!(error instanceof TransactionCanceledException)) return awsErrorOf(error);
  const reasons = error.CancellationReasons ?? [];
  return new TransactionRefused(reasons.map(({ Code = 'None', Item }) => ({ Code, Item: plain(Item) })));
}
