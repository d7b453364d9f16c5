import { isDeepStrictEqual } from 'node:util';
import { type Answer, AwsError } from './aws-json.ts';
import type { Engine, EngineAnswer } from './engine.ts';
import { failedCondition, type Item, keyOf, readItem, type Write, write } from './item.ts';

type TransactItem = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write>>;

interface TransactionWrite {
  readonly operation: 'PutItem' | 'UpdateItem' | 'DeleteItem';
  readonly input: Write;
  readonly key: Item;
  /** True for a step that only checks a condition and leaves the item unchanged. */
  readonly onlyChecks: boolean;
}

/** A TransactWriteItems request. */
export interface TransactWrite {
  readonly TransactItems: readonly TransactItem[];
  readonly ClientRequestToken?: string;
}

/** A TransactGetItems request. */
export interface TransactGet {
  readonly TransactItems: readonly { readonly Get: { readonly TableName: string; readonly Key: Item } }[];
}

/** Reads all items. The caller ensures that nothing else runs meanwhile. */
export async function transactGet(engine: Engine, { TransactItems }: TransactGet): Promise<Answer> {
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
 * repeated with its token is answered without being performed again.
 */
export function transactWriter(engine: Engine): (request: TransactWrite) => Promise<Answer> {
  const done = new Map<string, readonly TransactItem[]>();
  return async ({ TransactItems, ClientRequestToken: token }) => {
    const before = token === undefined ? undefined : done.get(token);
    if (before && isDeepStrictEqual(before, TransactItems)) return { status: 200, body: {} };
    if (before)
      throw new AwsError('IdempotentParameterMismatchException', 'The token was used for another request');
    const answer = await performAll(engine, TransactItems.map(stepOf));
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

async function performAll(engine: Engine, steps: readonly TransactionWrite[]): Promise<Answer> {
  refuseRepeatedItems(steps);
  const undo: (() => Promise<unknown>)[] = [];
  const answers: EngineAnswer[] = [];
  for (const step of steps) {
    const old = await readItem(engine, step.input.TableName, step.key);
    const answer = await write(engine, step.operation, step.input);
    answers.push(answer);
    if (answer.status !== 200) continue;
    const restore = () => restoreItem(engine, step, old);
    if (step.onlyChecks) await restore();
    else undo.unshift(restore);
  }
  const refused = answers.filter(({ status }) => status !== 200);
  if (refused.length === 0) return { status: 200, body: {} };
  for (const restore of undo) await restore();
  return refused.find((answer) => !failedCondition(answer)) ?? cancelled(answers);
}

function refuseRepeatedItems(steps: readonly TransactionWrite[]): void {
  const items = steps.map(({ input, key }) => JSON.stringify([input.TableName, key.pk, key.sk]));
  if (new Set(items).size === items.length) return;
  throw new AwsError(
    'ValidationException',
    'Transaction request cannot include multiple operations on one item',
  );
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

function cancelled(answers: readonly EngineAnswer[]): Answer {
  const reasons = answers.map((answer) =>
    answer.status === 200
      ? { Code: 'None' }
      : {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          ...(answer.body.Item !== undefined && { Item: answer.body.Item }),
        },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return {
    status: 400,
    body: {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      CancellationReasons: reasons,
    },
  };
}
