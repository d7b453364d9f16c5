import * as z from 'zod';
import { type ChainEnd, emptyChain, type Sealed } from '../../audit-log/hash-chain.ts';
import {
  type AuditEntry,
  type AuditEvent,
  auditEvents,
  type FormerEvent,
  formerEvents,
  type StoredEntry,
} from '../../core/audit-log.ts';
import type { Item, Table } from './dynamodb.ts';
import { itemsOf } from './items.ts';

const digits = 12;
/** Upper bound for `seq`. */
export const maxSeq = 10 ** digits - 1;
/** Upper bound for the entries of one query. */
export const pageSize = 1000;

const formerNames = ['asked', 'proposed', 'done'] as const satisfies readonly FormerEvent[];

/** Partition key of all entries of an account, and of its head item. */
export const partitionOf = (account: string): string => `ledger#${account.toUpperCase()}`;
/** Sort key of an entry: `seq` with leading zeros, since DynamoDB compares strings. */
export const sortKeyOf = (seq: number): string => String(seq).padStart(digits, '0');
/** Key of the item that points to the last entry of an account. */
export const headKey = (account: string) => ({ pk: partitionOf(account), sk: 'head' });

/** Partition key of the markers of an event: small items that name the job that caused it, so that no entry is written twice. */
export const markerPartition = (
  event: AuditEvent | FormerEvent,
  { account, request }: Pick<AuditEntry, 'account' | 'request'>,
): string => `once#${account.toUpperCase()}#${request}#${event}`;

/** All partition keys of the markers of an event: the one of its name, and those of its former names. */
export const markerPartitions = (
  event: AuditEvent,
  request: Pick<AuditEntry, 'account' | 'request'>,
): readonly string[] =>
  [event, ...formerNames.filter((former) => formerEvents[former] === event)].map((name) =>
    markerPartition(name, request),
  );

const head = z.object({ seq: z.int().positive(), hash: z.string() });
const stored = z.object({
  sk: z.string().regex(/^\d+$/),
  account: z.string(),
  at: z.number(),
  event: z.enum([...auditEvents, ...formerNames]),
  person: z.string(),
  operation: z.string(),
  title: z.string().optional(),
  /** Former name of `title`; the hash covers the text, not the name. */
  says: z.string().optional(),
  targets: z.array(z.string()),
  request: z.string(),
  job: z.string().optional(),
  note: z.string().optional(),
  through: z.string().optional(),
  previous: z.string(),
  hash: z.string(),
});

/** The end of a chain as its head item has it. Throws a `ZodError` if the item is malformed. */
export const endIn = (item: Item): ChainEnd => head.parse(item);

/** The end of an account's chain. Rejects with a `ZodError` if the head item is malformed. */
export async function endOf(table: Table, account: string): Promise<ChainEnd> {
  const item = await table.get(headKey(account));
  return item ? endIn(item) : emptyChain;
}

/** An entry exactly as it is stored, which is what its hash covers; undefined if the item is malformed. */
export function sealedIn(item: Item): Sealed | undefined {
  const { data } = stored.safeParse(item);
  const title = data?.title ?? data?.says;
  if (!data || title === undefined) return undefined;
  const { sk, says: _, ...entry } = data;
  return { ...entry, title, seq: Number(sk) };
}

const isFormer = (event: Sealed['event']): event is FormerEvent => event in formerEvents;

/** An entry with the present name of its event. */
export const presentOf = (entry: Sealed): StoredEntry => ({
  ...entry,
  event: isFormer(entry.event) ? formerEvents[entry.event] : entry.event,
});

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
