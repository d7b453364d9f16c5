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
import { type Again, CallFailed } from '../../core/call-failed.ts';
import { aboutOf, againAfter, unreachable } from '../lambda/aws-codes.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { awsErrorOf } from './client-config.ts';

/** An item or a key, as plain values. */
export type Item = Readonly<Record<string, unknown>>;

/** A condition expression, with the names and values of its placeholders. */
interface Condition {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  /** `ALL_OLD`: a `ConditionFailed` contains the existing item. */
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD';
}

/** A write of a whole item. */
interface Put extends Condition {
  readonly Item: Item;
}

/** An update of an item's attributes. Creates the item if there is none. */
interface Update extends Condition {
  readonly Key: Item;
  readonly UpdateExpression: string;
}

/** A query for the items of one partition, in the order of their sort keys. */
export interface Query {
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeValues: Item;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: Item;
}

/** One write of a transaction. */
export type Write = { readonly Put: Put } | { readonly Delete: { readonly Key: Item } };

/** Returns the key of the item that a write of a transaction writes, or the item. */
export const keyIn = (write: Write): Item => ('Put' in write ? write.Put.Item : write.Delete.Key);

/** A write was refused because its condition failed. `item` is the existing item, if requested. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  readonly item: Item | undefined;

  constructor(item: Item | undefined) {
    super('The condition failed');
    this.item = item;
  }
}

/** Cancellation reason of one write of a transaction; `Code` is `None` if that write did not fail. */
export interface Reason {
  readonly Code: string;
  readonly Item: Item | undefined;
}

/** Returns when a retry can succeed. After a failed condition that is soon: each attempt computes its condition from a new read. */
const againAfterReason = ({ Code }: Reason): Again =>
  Code === 'None' || Code === 'ConditionalCheckFailed' ? 'soon' : (againAfter(Code) ?? 'never');

/** A transaction was canceled, so nothing was written. `reasons` has one reason per write, in order. */
export class TransactionCanceled extends CallFailed {
  override readonly name = 'TransactionCanceled';
  override readonly system = 'AWS';
  override readonly code: string;
  readonly reasons: readonly Reason[];

  constructor(reasons: readonly Reason[]) {
    const final = reasons.find((reason) => againAfterReason(reason) !== 'soon');
    super('The transaction was refused', final ? againAfterReason(final) : 'soon');
    this.code = final?.Code ?? '';
    this.reasons = reasons;
  }
}

/** Whether other writes prevented a transaction, or throttling canceled it, so that the next attempt can succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof TransactionCanceled
    ? error.again === 'soon'
    : error instanceof AwsError && aboutOf(error.type) === 'conflict';

/** Whether a write may have been carried out, although its call failed. */
export const mayBeStored = (error: unknown): boolean => error instanceof CallFailed && error.again === 'soon';

/**
 * A DynamoDB table, with plain values instead of marshalled ones. Reads are strongly consistent. The SDK retries writes too, so
 * callers must make them idempotent. Other errors of AWS reject with an `AwsError`.
 */
export interface Table {
  get(key: Item): Promise<Item | undefined>;
  put(put: Put): Promise<void>;
  /** Updates an item, and resolves to the updated item. */
  update(update: Update): Promise<Item>;
  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next: Item | undefined }>;
  /** Performs all of the writes or none. Rejects with `TransactionCanceled`. */
  transact(writes: readonly Write[]): Promise<void>;
}

/** The part of a table that writes nothing. What reads takes this, so that the sweeper can't write. */
export type ReadOnlyTable = Pick<Table, 'get' | 'query'>;

/** Maximum length of a partition key, in bytes. Ids from Slack's payloads may be longer: then no such item exists. */
const maxKeyBytes = 2_048;

/** Whether DynamoDB can hold an item with this key. */
export const canExist = ({ pk }: Item): boolean => Buffer.byteLength(String(pk)) <= maxKeyBytes;

export function tableIn(dynamodb: DynamoDBClient, TableName: string): Table {
  const client = DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } });
  return {
    async get(Key) {
      if (!canExist(Key)) return undefined;
      const { Item } = await translated(
        client.send(new GetCommand({ TableName, Key, ConsistentRead: true })),
      );
      return Item;
    },
    async put(put) {
      await translated(client.send(new PutCommand({ TableName, ...put })));
    },
    async update(update) {
      if (update.ConditionExpression && !canExist(update.Key)) throw new ConditionFailed(undefined);
      const command = new UpdateCommand({ TableName, ...update, ReturnValues: 'ALL_NEW' });
      const { Attributes = {} } = await translated(client.send(command));
      return Attributes;
    },
    async query(query) {
      const command = new QueryCommand({ TableName, ...query, ConsistentRead: true });
      const { Items, LastEvaluatedKey } = await translated(client.send(command));
      // DynamoDB always returns `Items`. Without it, an empty result could hide items, such as the proof that a change was sent.
      if (!Items) throw new AwsError(unreachable);
      return { items: Items, next: LastEvaluatedKey };
    },
    async transact(writes) {
      const TransactItems = writes.map((write) =>
        'Put' in write ? { Put: { TableName, ...write.Put } } : { Delete: { TableName, ...write.Delete } },
      );
      await translated(
        client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() })),
      );
    },
  };
}

const plain = (item: Record<string, AttributeValue> | undefined): Item | undefined =>
  item && unmarshall(item);

/** Awaits an SDK call. Converts its rejection to `ConditionFailed`, `TransactionCanceled` or `AwsError`. */
const translated = <Output>(call: Promise<Output>): Promise<Output> =>
  call.catch((error: unknown) => {
    throw translate(error);
  });

function translate(error: unknown): Error {
  if (error instanceof ConditionalCheckFailedException) return new ConditionFailed(plain(error.Item));
  if (!(error instanceof TransactionCanceledException)) return awsErrorOf(error);
  const reasons = error.CancellationReasons ?? [];
  return new TransactionCanceled(reasons.map(({ Code = 'None', Item }) => ({ Code, Item: plain(Item) })));
}
