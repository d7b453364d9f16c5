import * as z from 'zod/mini';
import { type ChainEnd, emptyChain } from '../../audit-log/hash-chain.ts';
import {
  type AuditEntry,
  type AuditEvent,
  auditEvents,
  type StoredEntry,
} from '../../change/model/audit-log.ts';
import type { Item, ReadOnlyTable } from './dynamodb.ts';
import { itemsOf } from './items.ts';

const digits = 12;
export const maxSeq = 10 ** digits - 1;
/** Maximum number of entries per query. */
export const pageSize = 1000;

/** Returns the partition key of all entries of an account, and of its head item. */
export const partitionOf = (account: string): string => `ledger#${account.toUpperCase()}`;
/** Returns the sort key of an entry: `seq` with leading zeros, since DynamoDB compares strings. */
export const sortKeyOf = (seq: number): string => String(seq).padStart(digits, '0');
/** Returns the key of the item that points to the last entry of an account. */
export const headKey = (account: string) => ({ pk: partitionOf(account), sk: 'head' });

/** Returns the partition key of an event's markers: small items that name the job behind an entry, to write it only once. */
export const markerPartition = (
  event: AuditEvent,
  { account, request }: Pick<AuditEntry, 'account' | 'request'>,
): string => `once#${account.toUpperCase()}#${request}#${event}`;

/** Returns the sort key of an event's marker for a job of this person. */
export const markerSortKey = (person: string, job: string): string => `${person}#${job}`;

const head = z.object({ seq: z.int().check(z.positive()), hash: z.string() });
const stored = z.object({
  sk: z.string().check(z.regex(/^\d+$/)),
  account: z.string(),
  at: z.number(),
  event: z.enum(auditEvents),
  person: z.string(),
  operation: z.string(),
  title: z.string(),
  targets: z.array(z.string()),
  request: z.string(),
  job: z.optional(z.string()),
  note: z.optional(z.string()),
  through: z.optional(z.string()),
  digest: z.optional(z.string()),
  policy: z.optional(z.string()),
  previous: z.string(),
  hash: z.string(),
});

/** Reads the end of an account's chain. Rejects with a `ZodError` if the head item is malformed. */
export async function endOf(table: ReadOnlyTable, account: string): Promise<ChainEnd> {
  const item = await table.get(headKey(account));
  return item ? head.parse(item) : emptyChain;
}

/** Returns an entry exactly as it is stored, which its hash covers; undefined if the item is malformed. */
export function sealedIn(item: Item): StoredEntry | undefined {
  const { data } = stored.safeParse(item);
  if (!data) return undefined;
  const { sk, ...entry } = data;
  return { ...entry, seq: Number(sk) };
}

/** Lists the items of an account's entries from one `seq` to another, inclusive. `limit` is the size of a page. */
export const entryItems = (
  table: ReadOnlyTable,
  account: string,
  from: number,
  to: number,
  order: 'oldest first' | 'newest first',
  limit = pageSize,
): AsyncIterable<Item> =>
  itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': partitionOf(account),
      ':from': sortKeyOf(from),
      ':to': sortKeyOf(to),
    },
    ScanIndexForward: order === 'oldest first',
    Limit: limit,
  });
