/*
 * What DynamoDB refuses whatever the table holds, in its words, and what a write costs. Items and keys are plain values, so that the
 * local AWS and the table in memory of the tests share it. Sizes are in bytes.
 */

/** An item or a key, as plain values. */
export type PlainItem = Readonly<Record<string, unknown>>;

const kilobyte = 1024;
const maxItemSize = 400 * kilobyte;
const maxTransactionSize = 4 * kilobyte * kilobyte;
const maxTransactionItems = 100;
const maxKeySizes = { pk: 2048, sk: 1024 };

/** Returns why a key is refused, or the item that has it; undefined if it is not. */
export const refusedKey = (key: PlainItem): string | undefined => emptyKey(key) ?? longKey(key);

const keySize = (key: PlainItem, name: string): number => Buffer.byteLength(String(key[name]));

function emptyKey(key: PlainItem): string | undefined {
  const empty = Object.keys(maxKeySizes).find((name) => keySize(key, name) === 0);
  return empty === undefined
    ? undefined
    : `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${empty}`;
}

/** Returns why a key is too long, undefined if it is not. A transaction with one is cancelled for this reason. */
export const longKey = (key: PlainItem): string | undefined =>
  Object.entries(maxKeySizes).some(([name, max]) => keySize(key, name) > max)
    ? 'Hash primary key values must be under 2048 bytes, and range primary key values must be under 1024 bytes'
    : undefined;

/** Returns why an item can't be stored; undefined if it can. */
export const refusedItem = (item: PlainItem): string | undefined => refusedKey(item) ?? tooLarge(item);

/** Returns why an update of an item is refused because of what it would become; undefined if it is not. */
export const refusedUpdate = (item: PlainItem): string | undefined =>
  refusedKey(item) ??
  (isTooLarge(item) ? 'Item size to update has exceeded the maximum allowed size' : undefined);

const tooLarge = (item: PlainItem): string | undefined =>
  isTooLarge(item) ? 'Item size has exceeded the maximum allowed size' : undefined;

const isTooLarge = (item: PlainItem): boolean => sizeOf(item) > maxItemSize;

/**
 * Returns why a transaction is refused as a whole; undefined if it is not.
 * @param items what each of its writes stores or, of one that stores no whole item, its key
 */
export function refusedTransaction(items: readonly PlainItem[]): string | undefined {
  if (items.length === 0) return constraint('greater than or equal to 1');
  if (items.length > maxTransactionItems) return constraint(`less than or equal to ${maxTransactionItems}`);
  if (new Set(items.map(keyTextOf)).size < items.length)
    return 'Transaction request cannot include multiple operations on one item';
  const sum = items.reduce((bytes, item) => bytes + sizeOf(item), 0);
  return sum > maxTransactionSize
    ? `Transaction payload size cannot exceed 4MB. Payload Size: ${sum}`
    : items.map((item) => emptyKey(item) ?? tooLarge(item)).find((refused) => refused !== undefined);
}

const constraint = (length: string): string =>
  `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${length}`;

/** The key of an item as one text. */
export const keyTextOf = ({ pk, sk }: PlainItem): string => JSON.stringify([pk, sk]);

/** Returns the write units of one write: one for each KB of the larger of both items, at least one. A transaction uses twice that. */
export const unitsOf = (before: PlainItem = {}, after: PlainItem = {}): number =>
  Math.max(1, Math.ceil(Math.max(sizeOf(before), sizeOf(after)) / kilobyte));

/** Returns the size of an item: names and values. That of a number is about half a byte a digit, as AWS says. */
export function sizeOf(item: PlainItem): number {
  let size = 0;
  for (const [name, value] of Object.entries(item))
    if (value !== undefined) size += Buffer.byteLength(name) + sizeOfValue(value);
  return size;
}

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((size: number, one) => size + 1 + sizeOfValue(one), 3);
  if (typeof value === 'object' && value !== null)
    return 3 + Object.keys(value).length + sizeOf({ ...value });
  return 1;
}
