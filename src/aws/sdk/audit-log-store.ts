import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type End, flaw, seal, start, tidy } from '../../audit-log/hash-chain.ts';
import {
  concerns,
  type Entry,
  type Event,
  events,
  type Kept,
  type Ledger,
  type Page,
  type Verified,
} from '../../core/audit-log.ts';
import { Failure } from '../../core/user-error.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { type Item, mayPass, type Table, TransactionRefused } from './dynamodb.ts';

/** Longer than any message can stay in a queue, so that none that comes again is written again. */
const markedDays = 15;
const attempts = 40;
const longestPause = 1200;
const pageSize = 1000;
/** How many entries one `read` looks at before it answers with what it has and a cursor. */
const mostLookedAt = 20_000;
/**
 * An entry that could not be written at once stands behind younger ones, so only so many in a row that are too
 * old mean that all older ones are.
 */
const enoughTooOld = 100;

const digits = 12;
const place = (seq: number): string => String(seq).padStart(digits, '0');
const partition = (account: string): string => `ledger#${account.toUpperCase()}`;
/** Beside each entry stands a small item that says which job brought it, so that none is written twice. */
const onceKey = (event: Event, { account, request }: Pick<Entry, 'account' | 'request'>): string =>
  `once#${account.toUpperCase()}#${request}#${event}`;
const headKey = (account: string) => ({ pk: partition(account), sk: 'head' });

const head = z.object({ seq: z.int().positive(), hash: z.string() });
const stored = z.object({
  sk: z.string().regex(/^\d+$/),
  account: z.string(),
  at: z.number(),
  event: z.enum(events),
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

function kept(item: unknown): Kept | undefined {
  const { data } = stored.safeParse(item);
  if (!data) return undefined;
  const { sk, ...entry } = data;
  return { ...entry, seq: Number(sk) };
}

/**
 * The record as items of the table: the entries of an account in one partition, numbered without gaps, each
 * sealed with the hash of the one before, and a head item that names the last. Nothing here expires.
 *
 * `verify` finds an entry that was changed, removed, swapped, put in or copied from another account by somebody who did
 * not compute the rest of the chain again. Anybody who may write the table can also cut off the end and set the head back,
 * or compute the chain and the head again. Against that, hashes have to be kept where that person cannot reach:
 * `onKept` is told each one, for the log of the function, which its own role cannot change; `verify` takes one of them.
 */
export function ledgerIn(table: Table, onKept: (entry: Kept) => void = () => {}): Ledger {
  /** Where each chain ended when last seen. Only a guess: the write itself makes sure. */
  const ends = new Map<string, End>();

  async function endOf(account: string): Promise<End> {
    const item = await table.get(headKey(account));
    return item ? head.parse(item) : start;
  }

  async function put(
    entry: Kept,
    end: End,
    job: string,
  ): Promise<'kept' | 'kept before' | { end: End | undefined }> {
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
      if (!(error instanceof TransactionRefused)) throw error;
      const [taken, moved, marked] = error.reasons;
      if (marked?.Code === failedCheck) return 'kept before';
      if (taken?.Code === failedCheck && moved?.Code === 'None') {
        throw new Error('The record goes on behind its own end');
      }
      if (!mayPass(error)) throw error;
      return { end: moved?.Item ? head.parse(moved.Item) : undefined };
    }
  }

  /** The items from one place to another, in pages, so that a chain of any length fits into memory. */
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
      const entry = tidy(given);
      let end = ends.get(entry.account) ?? (await endOf(entry.account));
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const sealed = seal(entry, end);
        const outcome = await put(sealed, end, job);
        if (outcome === 'kept before') return;
        if (outcome === 'kept') {
          ends.set(entry.account, sealed);
          onKept(sealed);
          return;
        }
        if (attempt > 1) await delay(Math.random() * Math.min(longestPause, 5 * 2 ** attempt));
        end = outcome.end ?? (await endOf(entry.account));
      }
      throw new Failure(
        'Too much goes on record at once, so this could not, and nothing is done off the record.',
        {
          next: 'Ask for it again in a minute.',
        },
      );
    },

    async causedBy(event, request) {
      const persons = new Set<string>();
      let ExclusiveStartKey: Item | undefined;
      do {
        const { items: marks, next } = await table.query({
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': onceKey(event, request) },
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        });
        for (const { person } of marks) persons.add(String(person));
        ExclusiveStartKey = next;
      } while (ExclusiveStartKey);
      return [...persons];
    },

    async read({ account, before, limit, ...wanted }): Promise<Page> {
      const newest = before === undefined ? 10 ** digits - 1 : before - 1;
      const all = !wanted.person && !wanted.about;
      const entries: Kept[] = [];
      let lookedAt = 0;
      let tooOld = 0;
      if (newest < 1) return { entries };
      for await (const item of items(
        account,
        1,
        newest,
        true,
        all ? Math.min(limit + 1, pageSize) : pageSize,
      )) {
        const entry = kept(item);
        if (!entry) continue;
        tooOld = entry.at < (wanted.since ?? 0) ? tooOld + 1 : 0;
        if (tooOld === enoughTooOld) break;
        if (concerns(entry, wanted)) {
          const last = entries.at(-1);
          if (last && entries.length === limit) return { entries, older: last.seq };
          entries.push(entry);
        }
        lookedAt += 1;
        if (lookedAt === mostLookedAt) return { entries, older: entry.seq };
      }
      return { entries };
    },

    async verify(account, noted): Promise<Verified> {
      let last: End = start;
      const hash = noted?.toLowerCase();
      let met: number | undefined;
      const verified = (broken?: Verified['broken']): Verified => ({
        entries: last.seq,
        ...(last.seq > 0 && { last }),
        ...(met !== undefined && { noted: met }),
        ...(broken && { broken }),
      });
      for (;;) {
        const begun = last.seq;
        for await (const item of items(account, begun + 1, 10 ** digits - 1, false)) {
          const seq = last.seq + 1;
          if (item.sk !== place(seq)) return verified({ seq, why: 'is missing' });
          const entry = kept(item);
          const why = entry ? flaw(entry, last, account) : 'was changed';
          if (!entry || why) return verified({ seq, why: why ?? 'was changed' });
          last = { seq, hash: entry.hash };
          if (hash !== undefined && entry.hash.startsWith(hash)) met = seq;
        }
        // Read after the entries, so that it can only be ahead of them; then others were added meanwhile.
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
