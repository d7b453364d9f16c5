import * as z from 'zod/mini';
import { type ChainEnd, emptyChain } from '../../audit-log/hash-chain.ts';
import {
  type AuditEntry,
  type AuditEvent,
  auditEvents,
  type StoredEntry,
} from '../../change/model/audit-log.ts';
import type { Item, Table } from './dynamodb.ts';
import { itemsOf } from './items.ts';

const digits = 12;
export const maxSeq = 10 ** digits - 1;
/** Upper bound for the entries of one query. */
export const pageSize = 1000;

/** Partition key of all entries of an account, and of its head item. */
export const partitionOf = (account: string): string => `ledger#${account.toUpperCase()}`;
/** Sort key of an entry: `seq` with leading zeros, since DynamoDB compares strings. */
export const sortKeyOf = (seq: number): string => String(seq).padStart(digits, '0');
/** Key of the item that points to the last entry of an account. */
export const headKey = (account: string) => ({ pk: partitionOf(account), sk: 'head' });

/** Partition key of the markers of an event: small items that name the job that caused it, so that no entry is written twice. */
export const markerPartition = (
  event: AuditEvent,
  { account, request }: Pick<AuditEntry, 'account' | 'request'>,
): string => `once#${account.toUpperCase()}#${request}#${event}`;

/** Sort key of the marker of an event that a job of this person caused. */
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
  previous: z.string(),
  hash: z.string(),
});

/** The end of an account's chain. Rejects with a `ZodError` if the head item is malformed. */
export async function endOf(table: Table, account: string): Promise<ChainEnd> {
  const item = await table.get(headKey(account));
  return item ? head.parse(item) : emptyChain;
}

/** An entry exactly as it is stored, which is what its hash covers; undefined if the item is malformed. */
export function sealedIn(item: Item): StoredEntry | undefined {
  const { data } = stored.safeParse(item);
  if (!data) return undefined;
  const { sk, ...entry } = data;
  return { ...entry, seq: Number(sk) };
}

/** The items of an account's entries from one `seq` to another, both included. `limit` is the size of a page. */
export const entryItems = (
  table: Table,
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
