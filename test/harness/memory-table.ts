import {
  ConditionFailed,
  type Item,
  type Reason,
  type Table,
  TransactionCanceled,
} from '../../src/aws/sdk/dynamodb.ts';

type Scope = Pick<Parameters<Table['put']>[0], 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>;

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** The bot's table in memory: as much of DynamoDB's expressions as the bot uses. Items are copied on the way in and out. */
export class MemoryTable implements Table {
  readonly items = new Map<string, Item>();

  async get(key: Item): Promise<Item | undefined> {
    return structuredClone(this.items.get(keyOf(key)));
  }

  async put({ Item: item, ConditionExpression: condition, ...scope }: Parameters<Table['put']>[0]) {
    this.#check(item, condition, scope);
    this.#keep(item);
  }

  async update(update: Parameters<Table['update']>[0]): Promise<Item> {
    const { Key, UpdateExpression, ConditionExpression: condition, ...scope } = update;
    this.#check(Key, condition, scope);
    const next: Record<string, unknown> = { ...(this.items.get(keyOf(Key)) ?? Key) };
    for (const [, verb, list = ''] of UpdateExpression.matchAll(
      /(ADD|SET|REMOVE) (.*?)(?= SET | REMOVE |$)/g,
    )) {
      for (const part of list.split(', ')) {
        const [name = '', value = ''] = part.split(verb === 'ADD' ? ' ' : ' = ');
        const given = scope.ExpressionAttributeValues?.[value];
        const attribute = scope.ExpressionAttributeNames?.[name] ?? name;
        if (verb === 'REMOVE') delete next[attribute];
        else next[attribute] = verb === 'ADD' ? Number(next[attribute] ?? 0) + Number(given) : given;
      }
    }
    this.#keep(next);
    return structuredClone(next);
  }

  async query({
    KeyConditionExpression,
    ExpressionAttributeValues,
    ScanIndexForward: isForward = true,
  }: Parameters<Table['query']>[0]) {
    const items = [...this.items.values()]
      .filter((item) => holds(KeyConditionExpression, item, { ExpressionAttributeValues }))
      .toSorted((a, b) => (String(a.sk) < String(b.sk) === isForward ? -1 : 1));
    return { items: structuredClone(items), next: undefined };
  }

  async transact(writes: Parameters<Table['transact']>[0]): Promise<void> {
    const reasons = writes.map((write): Reason => {
      const {
        Item: item,
        ConditionExpression: condition,
        ...scope
      } = 'Put' in write ? write.Put : { Item: write.Delete.Key };
      const known = this.items.get(keyOf(item));
      const fits = condition === undefined || holds(condition, known, scope);
      return fits
        ? { Code: 'None', Item: undefined }
        : { Code: 'ConditionalCheckFailed', Item: structuredClone(known) };
    });
    if (reasons.some(({ Code }) => Code !== 'None')) throw new TransactionCanceled(reasons);
    for (const write of writes) {
      if ('Put' in write) this.#keep(write.Put.Item);
      else this.items.delete(keyOf(write.Delete.Key));
    }
  }

  #keep(item: Item): void {
    this.items.set(keyOf(item), structuredClone(item));
  }

  #check(key: Item, condition: string | undefined, scope: Scope): void {
    const known = this.items.get(keyOf(key));
    if (condition !== undefined && !holds(condition, known, scope))
      throw new ConditionFailed(structuredClone(known));
  }
}

/** Whether a condition of DynamoDB's holds for an item. */
function holds(
  condition: string,
  item: Item | undefined,
  { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Scope,
): boolean {
  const tokens = condition.match(/\(|\)|[<>]=?|=|,|[#:\w]+/g) ?? [];
  const next = (): string => tokens.shift() ?? '';
  const operand = (token: string): unknown =>
    token.startsWith(':') ? values[token] : item?.[names[token] ?? token];

  function either(): boolean {
    let so = both();
    while (tokens[0] === 'OR') {
      next();
      const other = both();
      so ||= other;
    }
    return so;
  }
  function both(): boolean {
    let so = one();
    while (tokens[0] === 'AND') {
      next();
      const other = one();
      so &&= other;
    }
    return so;
  }
  function one(): boolean {
    const token = next();
    if (token === '(') {
      const so = either();
      next();
      return so;
    }
    if (token === 'attribute_exists' || token === 'attribute_not_exists') {
      next();
      const known = operand(next()) !== undefined;
      next();
      return known === (token === 'attribute_exists');
    }
    if (tokens[0] === 'BETWEEN') {
      next();
      const low = operand(next());
      next();
      const high = operand(next());
      return compare(operand(token), '>=', low) && compare(operand(token), '<=', high);
    }
    return compare(operand(token), next(), operand(next()));
  }
  const so = either();
  if (tokens.length > 0) throw new Error(`Not understood: ${condition}`);
  return so;
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
