import { verificationError } from '../../audit-log/hash-chain.ts';
import {
  type AuditLog,
  type AuditPage,
  type AuditQuery,
  matches,
  type StoredEntry,
} from '../../change/model/audit-log.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import {
  entryItems,
  markerPartition,
  markerSortKey,
  maxSeq,
  pageSize,
  partitionOf,
  sealedIn,
  sortKeyOf,
} from './audit-log-items.ts';
import type { Item, Table } from './dynamodb.ts';
import { itemsIn } from './items.ts';

/** Maximum number of entries that one query examines before it returns its matches so far, with a cursor. */
const maxExamined = 20_000;
/**
 * Number of consecutive entries older than the query after which it stops. One is not enough: an entry whose write was delayed
 * follows younger ones.
 */
const enoughTooOld = 100;

/** Reads the entries that match a query, newest first. */
export async function readEntries(
  table: Table,
  { account, before, limit, ...wanted }: AuditQuery,
): Promise<AuditPage> {
  const newest = before === undefined ? maxSeq : before - 1;
  if (newest < 1) return { entries: [] };
  const isFiltered = Boolean(wanted.person || wanted.about);
  const size = isFiltered ? pageSize : Math.min(limit + 1, pageSize);
  const entries: StoredEntry[] = [];
  let examined = 0;
  const items = entryItems(table, account, 1, newest, 'newest first', size);
  for await (const entry of entriesSince(wanted.since, items)) {
    if (matches(entry, wanted)) {
      const last = entries.at(-1);
      if (last && entries.length === limit) return { entries, older: last.seq };
      entries.push(entry);
    }
    examined += 1;
    if (examined === maxExamined) return { entries, older: entry.seq };
  }
  return { entries };
}

/** Lists entries until those older than `since` begin. Skips malformed items. */
async function* entriesSince(since = 0, newestFirst: AsyncIterable<Item>): AsyncGenerator<StoredEntry> {
  let tooOld = 0;
  for await (const item of newestFirst) {
    const entry = sealedIn(item);
    if (!entry) continue;
    tooOld = entry.at < since ? tooOld + 1 : 0;
    if (tooOld === enoughTooOld) return;
    yield entry;
  }
}

/**
 * Returns a function that reads the causes of a request's event: see `AuditLog`. A marker only leads to its entry, whose content
 * counts: a marker of something that the chain doesn't have proves nothing.
 */
export const causeReader =
  (table: Table): AuditLog['causedBy'] =>
  async (event, request, { digest, job } = {}) => {
    const markers: Item[] = [];
    for await (const marker of itemsIn(table, markerPartition(event, request)))
      if (isMarkerOf(marker, digest, job)) markers.push(marker);
    const entries = await mapConcurrently(markers, ({ seq }) => entryAt(table, request.account, Number(seq)));
    const persons = entries.flatMap((entry, at) =>
      entry &&
      entry.event === event &&
      entry.request === request.request &&
      entry.person === markers[at]?.person &&
      (digest === undefined || entry.digest === digest)
        ? entry.person
        : [],
    );
    return [...new Set(persons)];
  };

/** Resolves to the entry of an account's chain with this number; undefined if there is none whose content has its hash. */
async function entryAt(table: Table, account: string, seq: number): Promise<StoredEntry | undefined> {
  const item = await table.get({ pk: partitionOf(account), sk: sortKeyOf(seq) });
  const entry = item && sealedIn(item);
  if (!entry) return undefined;
  const isSealed = verificationError(entry, { seq: seq - 1, hash: entry.previous }, account) === undefined;
  return isSealed ? entry : undefined;
}

const isMarkerOf = (marker: Item, digest: string | undefined, job: string | undefined): boolean =>
  (digest === undefined || marker.digest === digest) &&
  (job === undefined || marker.sk === markerSortKey(String(marker.person), job));
