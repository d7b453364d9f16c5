import {
  ConditionFailed,
  type Item,
  type Reason,
  type Table,
  TransactionCanceled,
} from '../../src/aws/sdk/dynamodb.ts';

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

/** The bot's table in memory, with the part of DynamoDB's expressions as the bot uses. Its items are frozen: a write puts another one in the place of one. */
export class MemoryTable implements Table {
  readonly items = new Map<string, Item>();

  itemOf(key: Item): Item | undefined {
    return this.items.get(keyOf(key));
  }

  async get(key: Item): Promise<Item | undefined> {
    return this.itemOf(key);
  }

  async put({ Item: item, ...condition }: Parameters<Table['put']>[0]) {
    const failure = this.#failure(item, condition);
    if (failure) throw new ConditionFailed(failure.known);
    this.#keep(item);
  }

  async update(update: Parameters<Table['update']>[0]): Promise<Item> {
    const { Key, UpdateExpression, ...condition } = update;
    const failure = this.#failure(Key, condition);
    if (failure) throw new ConditionFailed(failure.known);
    const next: Record<string, unknown> = { ...(this.itemOf(Key) ?? Key) };
    for (const { verb, name, value } of assignmentsIn(UpdateExpression)) {
      const given = condition.ExpressionAttributeValues?.[value];
      const attribute = condition.ExpressionAttributeNames?.[name] ?? name;
      if (verb === 'REMOVE') delete next[attribute];
      else next[attribute] = verb === 'ADD' ? Number(next[attribute] ?? 0) + Number(given) : given;
    }
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
    const reasons = writes.map((write): Reason => {
      const failure = 'Put' in write ? this.#failure(write.Put.Item, write.Put) : undefined;
      return failure
        ? { Code: 'ConditionalCheckFailed', Item: failure.known }
        : { Code: 'None', Item: undefined };
    });
    if (reasons.some(({ Code }) => Code !== 'None')) throw new TransactionCanceled(reasons);
    for (const write of writes) {
      if ('Put' in write) this.#keep(write.Put.Item);
      else this.items.delete(keyOf(write.Delete.Key));
    }
  }

  /** As it is stored: without what is undefined. */
  #keep(item: Item): Item {
    const kept = Object.freeze(
      Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)),
    );
    this.items.set(keyOf(item), kept);
    return kept;
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
