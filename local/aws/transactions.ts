import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { AwsError } from './aws-json.ts';
import type { Engine, EngineAnswer } from './engine.ts';
import { failedCondition, type Item, keyOf, plain, readItem, unitsIn, type Write, write } from './item.ts';
import { longKey, refusedTransaction, unitsOf } from './table-limits.ts';
import type { WriteUnits } from './write-units.ts';

type TransactItem = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write>>;

interface TransactionWrite {
  readonly operation: 'PutItem' | 'UpdateItem' | 'DeleteItem';
  readonly input: Write;
  readonly key: Item;
  /** True for a step that only checks a condition and leaves the item unchanged. */
  readonly onlyChecks: boolean;
}

export interface TransactWrite {
  readonly TransactItems: readonly TransactItem[];
  readonly ClientRequestToken?: string;
}

export interface TransactGet {
  readonly TransactItems: readonly { readonly Get: { readonly TableName: string; readonly Key: Item } }[];
}

export const transactedKeys = ({ TransactItems }: TransactWrite): readonly Item[] =>
  TransactItems.map((item) => stepOf(item).key);

/** Returns the writes of a transaction, as if each were a single one. */
export const transactedWrites = ({ TransactItems }: TransactWrite): readonly Write[] =>
  TransactItems.map((item) => stepOf(item).input);

/** Reads all items. The caller ensures that nothing else runs meanwhile. */
export async function transactGet(engine: Engine, { TransactItems }: TransactGet): Promise<EngineAnswer> {
  refuseBeyondLimits(TransactItems.map(({ Get }) => Get.Key));
  const answers = await Promise.all(TransactItems.map(({ Get }) => engine.call('GetItem', Get)));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) return refused;
  return {
    status: 200,
    body: { Responses: answers.map(({ body }) => (body.Item ? { Item: body.Item } : {})) },
  };
}

/**
 * Returns a function that writes all items or none. The caller ensures that nothing else runs meanwhile. A request that is
 * repeated with its token is answered without being performed again. `units` counts what the writes use.
 */
export function transactWriter(
  engine: Engine,
  units: WriteUnits,
): (request: TransactWrite) => Promise<EngineAnswer> {
  const done = new Map<string, readonly TransactItem[]>();
  return async ({ TransactItems, ClientRequestToken: token }) => {
    const before = token === undefined ? undefined : done.get(token);
    if (before && isDeepStrictEqual(before, TransactItems)) return { status: 200, body: {} };
    if (before)
      throw new AwsError('IdempotentParameterMismatchException', 'The token was used for another request');
    const answer = await performAll(engine, TransactItems.map(stepOf), units);
    if (token !== undefined && answer.status === 200) done.set(token, TransactItems);
    return answer;
  };
}

function stepOf({ Put, Update, Delete, ConditionCheck }: TransactItem): TransactionWrite {
  if (Put) return { operation: 'PutItem', input: Put, key: keyOf(Put.Item ?? {}), onlyChecks: false };
  const input = Update ?? Delete ?? ConditionCheck;
  if (!input?.Key)
    throw new AwsError('ValidationException', 'A transaction item needs exactly one operation');
  const operation = Delete ? 'DeleteItem' : 'UpdateItem';
  return { operation, input, key: input.Key, onlyChecks: input === ConditionCheck };
}

async function performAll(
  engine: Engine,
  steps: readonly TransactionWrite[],
  units: WriteUnits,
): Promise<EngineAnswer> {
  refuseBeyondLimits(steps.map(({ input, key }) => input.Item ?? key));
  const long = steps.map(({ key }) => longKey(plain(key)));
  if (long.some((why) => why !== undefined))
    return canceled(
      long.map((Message) => (Message === undefined ? undefined : { Code: 'ValidationError', Message })),
    );
  const undo: (() => Promise<unknown>)[] = [];
  const answers: EngineAnswer[] = [];
  for (const step of steps) {
    const old = await readItem(engine, step.input.TableName, step.key);
    const answer = await write(engine, step.operation, step.input);
    answers.push(answer);
    units.add(step.key.pk?.S, 2 * (unitsIn(answer) || unitsOf(plain(old), plain(step.input.Item))));
    if (answer.status !== 200) continue;
    const restore = () => restoreItem(engine, step, old);
    if (step.onlyChecks) await restore();
    else undo.unshift(restore);
  }
  const refused = answers.filter(({ status }) => status !== 200);
  if (refused.length === 0) return { status: 200, body: {} };
  for (const restore of undo) await restore();
  return refused.find((answer) => !failedCondition(answer)) ?? canceled(answers.map(reasonIn));
}

function refuseBeyondLimits(items: readonly Item[]): void {
  const refused = refusedTransaction(items.map((item) => unmarshall(item)));
  if (refused !== undefined) throw new AwsError('ValidationException', refused);
}

function restoreItem(
  engine: Engine,
  { input: { TableName }, key }: TransactionWrite,
  old?: Item,
): Promise<unknown> {
  return old
    ? engine.call('PutItem', { TableName, Item: old })
    : engine.call('DeleteItem', { TableName, Key: key });
}

const reasonIn = (answer: EngineAnswer) =>
  answer.status === 200
    ? undefined
    : {
        Code: 'ConditionalCheckFailed',
        Message: 'The conditional request failed',
        ...(answer.body.Item !== undefined && { Item: answer.body.Item }),
      };

/** Returns the refusal of a transaction; the reason of each write, in order, is undefined if nothing was wrong with it. */
export function canceled(reasons: readonly ({ readonly Code: string } | undefined)[]): EngineAnswer {
  const codes = reasons.map((reason) => reason?.Code ?? 'None').join(', ');
  return {
    status: 400,
    body: {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      CancellationReasons: reasons.map((reason) => reason ?? { Code: 'None' }),
    },
  };
}
