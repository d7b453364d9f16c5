import { setImmediate as afterOthers } from 'node:timers/promises';
import { OngoingTransactions } from '../../../local/aws/ongoing-transactions.ts';
import {
  longKey,
  refusedItem,
  refusedKey,
  refusedTransaction,
  refusedUpdate,
  unitsOf,
} from '../../../local/aws/table-limits.ts';
import { WriteUnits } from '../../../local/aws/write-units.ts';
import { AwsError } from '../../../src/aws/lambda/aws-error.ts';
import {
  ConditionFailed,
  canExist,
  type Item,
  keyIn,
  type Reason,
  type Table,
  TransactionCanceled,
  type Write,
} from '../../../src/aws/sdk/dynamodb.ts';

/** A function that computes each result once. */
function cached<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text) ?? compute(text);
    results.set(text, known);
    return known;
  };
}

type Condition = Omit<Parameters<Table['put']>[0], 'Item'>;
type Scope = Pick<Condition, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>;

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** Throws if DynamoDB would refuse a call whatever it holds. */
function check(refusal: string | undefined): void {
  if (refusal !== undefined) throw new AwsError('ValidationException');
}

/** The bot's table in memory, with the part of DynamoDB's expressions as the bot uses. Its items are frozen: a write puts another one in the place of one. */
export class MemoryTable implements Table {
  readonly items = new Map<string, Item>();
  readonly #units = new WriteUnits();
  readonly #ongoing = new OngoingTransactions();

  /** Returns the write units used on the items of a partition so far, as AWS bills them. */
  writeUnits(pk: string): number {
    return this.#units.of(pk);
  }

  /** From now on, each transaction takes a moment, in which whatever else writes one of its items is refused. */
  refuseConflicts(): void {
    this.#ongoing.refuses = true;
  }

  itemOf(key: Item): Item | undefined {
    return this.items.get(keyOf(key));
  }

  async get(key: Item): Promise<Item | undefined> {
    if (!canExist(key)) return undefined;
    check(refusedKey(key));
    return this.itemOf(key);
  }

  async put({ Item: item, ...condition }: Parameters<Table['put']>[0]) {
    check(refusedItem(item));
    this.#refuseConflict(item);
    const failure = this.#failure(item, condition);
    if (failure) throw this.#refused(item, failure);
    this.#keep(item);
  }

  async update(update: Parameters<Table['update']>[0]): Promise<Item> {
    const { Key, UpdateExpression, ...condition } = update;
    if (condition.ConditionExpression && !canExist(Key)) throw new ConditionFailed(undefined);
    this.#refuseConflict(Key);
    const failure = this.#failure(Key, condition);
    if (failure) throw this.#refused(Key, failure);
    const next: Record<string, unknown> = { ...(this.itemOf(Key) ?? Key) };
    for (const { verb, name, value } of assignmentsIn(UpdateExpression)) {
      const given = condition.ExpressionAttributeValues?.[value];
      const attribute = condition.ExpressionAttributeNames?.[name] ?? name;
      if (verb === 'REMOVE') delete next[attribute];
      else next[attribute] = verb === 'ADD' ? Number(next[attribute] ?? 0) + Number(given) : given;
    }
    check(refusedUpdate(next));
    return this.#keep(next);
  }

  async query({
    KeyConditionExpression,
    ExpressionAttributeValues,
    ScanIndexForward: isForward = true,
  }: Parameters<Table['query']>[0]) {
    const items = [...this.items.values()]
      .filter((item) => holds(KeyConditionExpression, item, { ExpressionAttributeValues }))
      .toSorted((a, b) => (String(a.sk) < String(b.sk) === isForward ? -1 : 1));
    return { items, next: undefined };
  }

  async transact(writes: Parameters<Table['transact']>[0]): Promise<void> {
    check(refusedTransaction(writes.map(keyIn)));
    const long = writes.map((write) => longKey(keyIn(write)));
    if (long.some((why) => why !== undefined))
      throw new TransactionCanceled(
        long.map((why) => ({ Code: why === undefined ? 'None' : 'ValidationError', Item: undefined })),
      );
    const keys = writes.map((write) => keyOf(keyIn(write)));
    const conflicts = this.#ongoing.conflictsOf(keys);
    if (conflicts)
      throw new TransactionCanceled(
        conflicts.map((isMet) => ({ Code: isMet ? 'TransactionConflict' : 'None', Item: undefined })),
      );
    const perform = () => this.#performAll(writes);
    if (this.#ongoing.refuses) await this.#ongoing.during(keys, () => afterOthers().then(perform));
    else perform();
  }

  #performAll(writes: readonly Write[]): void {
    const reasons = writes.map((write): Reason => {
      const failure = 'Put' in write ? this.#failure(write.Put.Item, write.Put) : undefined;
      return failure
        ? { Code: 'ConditionalCheckFailed', Item: failure.known }
        : { Code: 'None', Item: undefined };
    });
    if (reasons.some(({ Code }) => Code !== 'None')) {
      for (const item of writes.map(keyIn)) this.#units.add(item.pk, 2 * unitsOf(this.itemOf(item), item));
      throw new TransactionCanceled(reasons);
    }
    for (const write of writes) {
      if ('Put' in write) this.#keep(write.Put.Item, true);
      else this.#delete(write.Delete.Key);
    }
  }

  /** As it is stored: without what is undefined. */
  #keep(item: Item, inTransaction = false): Item {
    const kept = Object.freeze(
      Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)),
    );
    this.#units.add(item.pk, unitsOf(this.itemOf(item), kept) * (inTransaction ? 2 : 1));
    this.items.set(keyOf(item), kept);
    return kept;
  }

  #delete(key: Item): void {
    this.#units.add(key.pk, 2 * unitsOf(this.itemOf(key)));
    this.items.delete(keyOf(key));
  }

  /** A write whose condition failed costs as much as the item that is there. */
  #refused(key: Item, { known }: { readonly known: Item | undefined }): ConditionFailed {
    this.#units.add(key.pk, unitsOf(this.itemOf(key)));
    return new ConditionFailed(known);
  }

  #refuseConflict(key: Item): void {
    if (this.#ongoing.conflictsOf([keyOf(key)])) throw new AwsError('TransactionConflictException');
  }

  /** That a condition does not hold for what is stored under a key, with what that is, if it is asked for. */
  #failure(key: Item, condition: Condition): { readonly known: Item | undefined } | undefined {
    const { ConditionExpression, ReturnValuesOnConditionCheckFailure } = condition;
    const known = this.itemOf(key);
    if (ConditionExpression === undefined || holds(ConditionExpression, known, condition)) return undefined;
    return { known: ReturnValuesOnConditionCheckFailure && known };
  }
}

interface Assignment {
  readonly verb: string;
  readonly name: string;
  readonly value: string;
}

/** Parses an update expression. Cached, since the bot has few of them. */
const assignmentsIn = cached((expression: string): readonly Assignment[] =>
  [...expression.matchAll(/(ADD|SET|REMOVE) (.*?)(?= ADD | SET | REMOVE |$)/g)].flatMap(
    ([, verb = '', list = '']) =>
      list.split(', ').map((part) => {
        const [name = '', value = ''] = part.split(verb === 'ADD' ? ' ' : ' = ');
        return { verb, name, value };
      }),
  ),
);

type Test = (item: Item | undefined, scope: Scope) => boolean;

/** Whether an item satisfies a DynamoDB condition. */
const holds = (condition: string, item: Item | undefined, scope: Scope): boolean =>
  testOf(condition)(item, scope);

const testOf = cached(parse);

function parse(condition: string): Test {
  const tokens = condition.match(/\(|\)|[<>]=?|=|,|[#:\w]+/g) ?? [];
  const next = (): string => tokens.shift() ?? '';
  const operand =
    (token: string) =>
    (item: Item | undefined, scope: Scope): unknown =>
      token.startsWith(':')
        ? scope.ExpressionAttributeValues?.[token]
        : item?.[scope.ExpressionAttributeNames?.[token] ?? token];

  function either(): Test {
    const tests = [both()];
    while (tokens[0] === 'OR') {
      next();
      tests.push(both());
    }
    return (...of) => tests.some((test) => test(...of));
  }
  function both(): Test {
    const tests = [one()];
    while (tokens[0] === 'AND') {
      next();
      tests.push(one());
    }
    return (...of) => tests.every((test) => test(...of));
  }
  function one(): Test {
    const token = next();
    if (token === '(') {
      const inner = either();
      next();
      return inner;
    }
    if (token === 'attribute_exists' || token === 'attribute_not_exists') {
      next();
      const attribute = operand(next());
      next();
      return (...of) => (attribute(...of) !== undefined) === (token === 'attribute_exists');
    }
    const left = operand(token);
    const how = next();
    const right = operand(next());
    if (how !== 'BETWEEN') return (...of) => compare(left(...of), how, right(...of));
    next();
    const high = operand(next());
    return (...of) => compare(left(...of), '>=', right(...of)) && compare(left(...of), '<=', high(...of));
  }
  const test = either();
  if (tokens.length > 0) throw new Error(`Not understood: ${condition}`);
  return test;
}

function compare(first: unknown, how: string, second: unknown): boolean {
  if (first === undefined || second === undefined) return false;
  if (how === '=') return first === second;
  if (typeof first !== typeof second || (typeof first !== 'number' && typeof first !== 'string'))
    return false;
  const [left, right] = [first, second as typeof first];
  switch (how) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      throw new Error(`Not understood: ${how}`);
  }
}
