import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import {
  type ChainEnd,
  emptyChain,
  normalizeEntry,
  type Sealed,
  seal,
  verificationError,
} from '../../audit-log/hash-chain.ts';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditLog,
  type AuditPage,
  auditEvents,
  type FormerEvent,
  formerEvents,
  matches,
  type StoredEntry,
  type Verification,
} from '../../core/audit-log.ts';
import { UserError } from '../../core/user-error.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { type Item, isRetryable, type Table, TransactionCanceled } from './dynamodb.ts';

/** Days that the marker of an entry is stored: longer than a message can stay in a queue, so that no redelivered job logs twice. */
const markedDays = 15;
const maxAttempts = 40;
/** Upper bound for the delay between two attempts, in milliseconds. */
const maxDelay = 1200;
const pageSize = 1000;
/** Upper bound for the entries that one `read` examines before it returns what it has found, with a cursor. */
const maxExamined = 20_000;
/**
 * Entries older than the query in a row before `read` stops. One is not enough: an entry whose write was delayed follows
 * younger ones.
 */
const enoughTooOld = 100;

const digits = 12;
const formerNames = ['asked', 'proposed', 'done'] as const satisfies readonly FormerEvent[];
const place = (seq: number): string => String(seq).padStart(digits, '0');
const partition = (account: string): string => `ledger#${account.toUpperCase()}`;
/** Key of the marker of an entry: a small item that names the job that caused it, so that no entry is written twice. */
const onceKey = (
  event: AuditEvent | FormerEvent,
  { account, request }: Pick<AuditEntry, 'account' | 'request'>,
): string => `once#${account.toUpperCase()}#${request}#${event}`;
const headKey = (account: string) => ({ pk: partition(account), sk: 'head' });

/** Markers are found under the former name of an event too. */
const onceKeys = (event: AuditEvent, request: Pick<AuditEntry, 'account' | 'request'>): readonly string[] => [
  onceKey(event, request),
  ...formerNames.filter((former) => formerEvents[former] === event).map((former) => onceKey(former, request)),
];

const head = z.object({ seq: z.int().positive(), hash: z.string() });
const stored = z.object({
  sk: z.string().regex(/^\d+$/),
  account: z.string(),
  at: z.number(),
  event: z.enum([...auditEvents, ...formerNames]),
  person: z.string(),
  operation: z.string(),
  says: z.string(),
  targets: z.array(z.string()),
  request: z.string(),
  job: z.string().optional(),
  note: z.string().optional(),
  previous: z.string(),
  hash: z.string(),
});

/** An entry exactly as it is stored, which is what its hash covers; undefined if the item is malformed. */
function sealedIn(item: unknown): Sealed | undefined {
  const { data } = stored.safeParse(item);
  if (!data) return undefined;
  const { sk, ...entry } = data;
  return { ...entry, seq: Number(sk) };
}

const isFormer = (event: Sealed['event']): event is FormerEvent => event in formerEvents;

/** An entry with the present name of its event. */
const presentOf = (entry: Sealed): StoredEntry => ({
  ...entry,
  event: isFormer(entry.event) ? formerEvents[entry.event] : entry.event,
});

/**
 * Stores the audit log as items: the entries of an account in one partition, numbered without gaps, each with the hash of
 * the entry before it, and a head item that points to the last. Entries never expire.
 *
 * `verify` detects entries that were changed, removed, swapped, inserted or copied from another account, unless the rest of
 * the chain was rewritten too. Somebody who can write the table can also truncate the chain and reset the head, or rewrite
 * both. To detect that, keep hashes outside of the table: `onKept` receives each entry, for the function's log, which the
 * function's role cannot change, and `verify` accepts such a hash as a checkpoint.
 */
export function auditLogIn(table: Table, onKept: (entry: StoredEntry) => void = () => {}): AuditLog {
  /** Last known end of each chain, by account. May be stale: the conditional write checks it. */
  const ends = new Map<string, ChainEnd>();

  async function endOf(account: string): Promise<ChainEnd> {
    const item = await table.get(headKey(account));
    return item ? head.parse(item) : emptyChain;
  }

  async function put(
    entry: StoredEntry,
    end: ChainEnd,
    job: string,
  ): Promise<'kept' | 'kept before' | { end: ChainEnd | undefined }> {
    const { account, seq, hash, person } = entry;
    const once = { pk: onceKey(entry.event, entry), sk: `${person}#${job}` };
    const { seq: _, ...content } = entry;
    try {
      await table.transact([
        {
          Put: {
            Item: { pk: partition(account), sk: place(seq), ...content },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        {
          Put: {
            Item: { ...headKey(account), seq, hash },
            ...(end.seq === 0
              ? { ConditionExpression: 'attribute_not_exists(pk)' }
              : {
                  ConditionExpression: 'seq = :seq AND #hash = :hash',
                  ExpressionAttributeNames: { '#hash': 'hash' },
                  ExpressionAttributeValues: { ':seq': end.seq, ':hash': end.hash },
                }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Put: {
            Item: { ...once, person, ttl: Math.ceil(entry.at / 1000) + markedDays * 86_400 },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ]);
      return 'kept';
    } catch (error) {
      if (error instanceof AwsError && error.type === 'TransactionInProgressException')
        return { end: undefined };
      if (!(error instanceof TransactionCanceled)) throw error;
      const [taken, moved, marked] = error.reasons;
      if (marked?.Code === failedCheck) return 'kept before';
      if (taken?.Code === failedCheck && moved?.Code === 'None') {
        throw new Error('The record goes on behind its own end');
      }
      if (!isRetryable(error)) throw error;
      return { end: moved?.Item ? head.parse(moved.Item) : undefined };
    }
  }

  /** The entries from one position to another, page by page, so that memory use does not depend on the length of the chain. */
  async function* items(account: string, from: number, to: number, newestFirst: boolean, limit = pageSize) {
    let ExclusiveStartKey: Item | undefined;
    do {
      const answer = await table.query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': partition(account), ':from': place(from), ':to': place(to) },
        ScanIndexForward: !newestFirst,
        Limit: limit,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      });
      yield* answer.items;
      ExclusiveStartKey = answer.next;
    } while (ExclusiveStartKey);
  }

  return {
    async append(given, job) {
      const entry = normalizeEntry(given);
      let end = ends.get(entry.account) ?? (await endOf(entry.account));
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const sealed = seal(entry, end);
        const outcome = await put(sealed, end, job);
        if (outcome === 'kept before') return;
        if (outcome === 'kept') {
          ends.set(entry.account, sealed);
          onKept(sealed);
          return;
        }
        if (attempt > 1) await delay(Math.random() * Math.min(maxDelay, 5 * 2 ** attempt));
        end = outcome.end ?? (await endOf(entry.account));
      }
      throw new UserError(
        'Too much goes on record at once, so this could not, and nothing is done off the record.',
        {
          next: 'Ask for it again in a minute.',
        },
      );
    },

    async causedBy(event, request) {
      const persons = new Set<string>();
      for (const pk of onceKeys(event, request)) {
        let ExclusiveStartKey: Item | undefined;
        do {
          const { items: marks, next } = await table.query({
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': pk },
            ...(ExclusiveStartKey && { ExclusiveStartKey }),
          });
          for (const { person } of marks) persons.add(String(person));
          ExclusiveStartKey = next;
        } while (ExclusiveStartKey);
      }
      return [...persons];
    },

    async read({ account, before, limit, ...wanted }): Promise<AuditPage> {
      const newest = before === undefined ? 10 ** digits - 1 : before - 1;
      const all = !wanted.person && !wanted.about;
      const entries: StoredEntry[] = [];
      let examined = 0;
      let tooOld = 0;
      if (newest < 1) return { entries };
      for await (const item of items(
        account,
        1,
        newest,
        true,
        all ? Math.min(limit + 1, pageSize) : pageSize,
      )) {
        const sealed = sealedIn(item);
        if (!sealed) continue;
        const entry = presentOf(sealed);
        tooOld = entry.at < (wanted.since ?? 0) ? tooOld + 1 : 0;
        if (tooOld === enoughTooOld) break;
        if (matches(entry, wanted)) {
          const last = entries.at(-1);
          if (last && entries.length === limit) return { entries, older: last.seq };
          entries.push(entry);
        }
        examined += 1;
        if (examined === maxExamined) return { entries, older: entry.seq };
      }
      return { entries };
    },

    async verify(account, noted): Promise<Verification> {
      let last: ChainEnd = emptyChain;
      const hash = noted?.toLowerCase();
      let met: number | undefined;
      const verified = (broken?: Verification['failure']): Verification => ({
        entries: last.seq,
        ...(last.seq > 0 && { last }),
        ...(met !== undefined && { checkpoint: met }),
        ...(broken && { failure: broken }),
      });
      for (;;) {
        const begun = last.seq;
        for await (const item of items(account, begun + 1, 10 ** digits - 1, false)) {
          const seq = last.seq + 1;
          if (item.sk !== place(seq)) return verified({ seq, why: 'is missing' });
          const entry = sealedIn(item);
          const why = entry ? verificationError(entry, last, account) : 'was changed';
          if (!entry || why) return verified({ seq, why: why ?? 'was changed' });
          last = { seq, hash: entry.hash };
          if (hash !== undefined && entry.hash.startsWith(hash)) met = seq;
        }
        // Read after the entries, so the head can only be ahead of them: then entries were added meanwhile.
        const end = await endOf(account).catch((error: unknown) => {
          if (error instanceof z.ZodError) return undefined;
          throw error;
        });
        if (!end) return verified({ seq: last.seq, why: 'should be the last, but the head was changed' });
        if (end.seq > last.seq && last.seq > begun) continue;
        if (end.seq > last.seq) return verified({ seq: last.seq + 1, why: 'is missing' });
        if (end.seq < last.seq)
          return verified({ seq: end.seq + 1, why: 'stands behind the end of the record' });
        if (end.hash !== last.hash)
          return verified({ seq: last.seq, why: 'is not the last one that was written' });
        if (hash === undefined || met !== undefined) return verified();
        return verified({ seq: last.seq, why: 'is the last, and none has the hash that was noted' });
      }
    },
  };
}

const failedCheck = 'ConditionalCheckFailed';
