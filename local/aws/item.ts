import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Engine, EngineAnswer } from './engine.ts';
import { type PlainItem, unitsOf } from './table-limits.ts';
import type { WriteUnits } from './write-units.ts';

/** An item or a key in DynamoDB's wire format. */
export type Item = Record<string, AttributeValue>;

/** Returns the key of an item in a table with the keys `pk` and `sk`. */
export function keyOf({ pk, sk }: Item): Item {
  return { ...(pk && { pk }), ...(sk && { sk }) };
}

export const plain = (item: Item = {}): PlainItem => unmarshall(item);

export async function readItem(engine: Engine, TableName: string, Key: Item): Promise<Item | undefined> {
  const { body } = await engine.call('GetItem', { TableName, Key, ConsistentRead: true });
  return body.Item as Item | undefined;
}

export interface Write {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

export const writtenKey = ({ Key, Item = {} }: Write): Item => Key ?? keyOf(Item);

/** Performs a write. If its condition fails, the response contains the old item if the caller asked for it. */
export async function write(engine: Engine, operation: string, input: Write): Promise<EngineAnswer> {
  const answer = await engine.call(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
  if (!failedCondition(answer) || input.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return answer;
  const old = await readItem(engine, input.TableName, writtenKey(input));
  return { ...answer, body: { ...answer.body, ...(old && { Item: old }) } };
}

export function failedCondition({ body }: EngineAnswer): boolean {
  return String(body.__type).endsWith('#ConditionalCheckFailedException');
}

/** The write units that a write used outside of a transaction. */
export const unitsIn = ({ body }: EngineAnswer): number =>
  Number(Object(body.ConsumedCapacity).CapacityUnits ?? 0);

/** Counts what a single write used, and returns its answer. One whose condition failed uses as much as the item that is there. */
export async function counted(
  answer: EngineAnswer,
  input: Write,
  engine: Engine,
  units: WriteUnits,
): Promise<EngineAnswer> {
  const key = writtenKey(input);
  if (answer.status === 200) units.add(key.pk?.S, unitsIn(answer));
  else if (failedCondition(answer))
    units.add(key.pk?.S, unitsOf(plain(await readItem(engine, input.TableName, key))));
  return answer;
}
