import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../answer/user-error.ts';
import type { Fact, StoredEntry } from '../../change/model/audit-log.ts';
import type { Clock, Millis } from '../../core/clock.ts';
import { chainEndsIn } from './chain-ends.ts';
import { type Authored, accountsOf, appendTo } from './chain-writes.ts';
import {
  isRetryable,
  mayBeStored,
  type Reason,
  type Table,
  TransactionCanceled,
  type Write,
} from './dynamodb.ts';
import { fitsTogether } from './transaction-room.ts';
import { type Pause, untilWritten } from './until-written.ts';

/** Maximum number of writes in one transaction, whose limit is 4 MB: an item has 400 KB at most. */
const maxJoined = 10;

/** Time before the deadline that is left for storing an outcome without its entry. */
const reservedForOutcome: Millis = 15_000;

/** What comes of facts: the entries that this write stored, and the holders of those that were stored before. */
export interface Logged {
  readonly entries: ReadonlyMap<Fact, StoredEntry>;
  readonly holders: ReadonlyMap<Fact, unknown>;
}

/**
 * Result of a write. `raced`: another write of the first item came first, or throttling prevented it. `blocked`: the condition of another
 * item failed. Nothing was written then.
 */
export type Written = Logged | 'raced' | 'blocked';

/** Writes items together with the facts that they stand for. */
export interface LoggedWriter {
  /**
   * Writes items and, in the same transaction, an entry of the audit log for each fact. A fact that is logged already is left out. Throws
   * a `LogBusy` if the audit log can't take them in time.
   */
  write(writes: readonly Write[], facts: readonly Authored[]): Promise<Written>;
  /** Reports the entries that a caller has stored, from its own context. */
  report(facts: readonly Fact[], logged: Logged): void;
}

/** A write that waits for its turn. */
interface Waiting {
  readonly writes: readonly Write[];
  /** Those that are not logged yet. */
  readonly facts: readonly Authored[];
  readonly holders: Map<Fact, unknown>;
  readonly result: PromiseWithResolvers<Written>;
}

/** One item of a transaction, with what it is written for. */
type Part = { readonly write: Write } & (
  | { readonly kind: 'item'; readonly of: Waiting }
  | { readonly kind: 'head' }
  | { readonly kind: 'entry' | 'marker'; readonly fact: Authored }
);

/**
 * Creates the writer of logged items of this process. Those of the same accounts are written in consecutive transactions; what comes
 * during one is written together in the next. After anything but a conflict, each is written alone. `onWritten` receives each written entry.
 */
export function loggedWriterIn(
  table: Table,
  onWritten: (entry: StoredEntry, job: string) => void = () => {},
  pause: Pause = delay,
  clock: Clock = Date.now,
): LoggedWriter {
  const chains = chainEndsIn(table, clock);
  const queues = new Map<string, readonly Waiting[]>();

  /** Makes one attempt to write. Resolves to what remains. */
  async function attempt(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const facts = batch.flatMap((waiting) => waiting.facts);
    const known = await chains.of(accountsOf(facts));
    const { heads, writes, entries, ends: next } = appendTo(known, facts);
    const parts: readonly Part[] = [
      ...batch.flatMap((of) => of.writes.map((write) => ({ kind: 'item', write, of }) as const)),
      ...heads.map((write) => ({ kind: 'head', write }) as const),
      ...writes,
    ];
    try {
      await table.transact(parts.map(({ write }) => write));
    } catch (error) {
      if (isHeadMoved(reasonsOf(error), parts)) chains.raced(known.keys());
      return leftAfter(error, batch, parts);
    }
    chains.moved(next);
    for (const { result, holders } of batch) result.resolve({ entries, holders });
    return [];
  }

  /** Writes a batch, and settles its results. Never rejects. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    let left = batch;
    try {
      await untilWritten(
        async () => {
          left = await attempt(left);
          return left.length === 0 || undefined;
        },
        () => new LogBusy(),
        pause,
        reservedForOutcome,
      );
    } catch (error) {
      if (left.length > 1 && !mayBeStored(error) && !(error instanceof UserError))
        for (const one of left) await write([one]);
      else for (const { result } of left) result.reject(error);
    }
  }

  async function writeAll(accounts: string): Promise<void> {
    // Entries of one decision are enqueued one after the other, without waiting: they go into one transaction.
    await Promise.resolve();
    for (let queue = queues.get(accounts) ?? []; queue.length > 0; queue = queues.get(accounts) ?? []) {
      const batch = nextBatch(queue);
      const later = queue.filter((waiting) => !batch.includes(waiting));
      queues.set(accounts, later);
      await write(batch);
    }
    queues.delete(accounts);
  }

  return {
    write(writes, facts) {
      const waiting = { writes, facts, holders: new Map(), result: Promise.withResolvers<Written>() };
      const accounts = accountsOf(facts).join();
      const queue = queues.get(accounts);
      // What logs nothing competes with nobody.
      if (facts.length === 0) void write([waiting]);
      else queues.set(accounts, [...(queue ?? []), waiting]);
      if (facts.length > 0 && !queue) void writeAll(accounts);
      return waiting.result.promise;
    },
    report(facts, { entries }) {
      for (const fact of facts) {
        const entry = entries.get(fact);
        if (entry) onWritten(entry, fact.job);
      }
    },
  };
}

const failedCheck = 'ConditionalCheckFailed';

/** Settles what can't be written as it is, and returns the rest, without the facts that are logged. Throws what is no conflict. */
function leftAfter(error: unknown, batch: readonly Waiting[], parts: readonly Part[]): readonly Waiting[] {
  if (!isRetryable(error)) throw error;
  const reasons = reasonsOf(error);
  const logged = holdersIn(reasons, parts);
  return batch.flatMap((waiting) => {
    const { writes, facts, holders, result } = waiting;
    const own = reasons.filter((_, at) => {
      const part = parts[at];
      return part?.kind === 'item' && part.of === waiting;
    });
    if (own.some(({ Code }) => Code !== 'None') || facts.length === 0) {
      const isBlocked = own[0]?.Code === 'None' && own.some(({ Code }) => Code === failedCheck);
      result.resolve(isBlocked ? 'blocked' : 'raced');
      return [];
    }
    for (const fact of facts) if (logged.has(fact)) holders.set(fact, logged.get(fact));
    const left = facts.filter((fact) => !logged.has(fact));
    if (left.length > 0 || writes.length > 0) return [{ ...waiting, facts: left }];
    result.resolve({ entries: new Map(), holders });
    return [];
  });
}

const reasonsOf = (error: unknown): readonly Reason[] =>
  error instanceof TransactionCanceled ? error.reasons : [];

const isHeadMoved = (reasons: readonly Reason[], parts: readonly Part[]): boolean =>
  parts.some(({ kind }, at) => kind === 'head' && (reasons[at]?.Code ?? 'None') !== 'None');

/** Returns the holders of the facts that are logged already. Throws if a chain goes on behind its head. */
function holdersIn(reasons: readonly Reason[], parts: readonly Part[]): ReadonlyMap<Fact, unknown> {
  const failed = parts.flatMap((part, at) =>
    reasons[at]?.Code === failedCheck ? [{ ...part, holder: reasons[at].Item?.holder }] : [],
  );
  const logged = failed.flatMap((part) =>
    part.kind === 'marker' ? [[part.fact, part.holder] as const] : [],
  );
  if (logged.length === 0 && !isHeadMoved(reasons, parts) && failed.some(({ kind }) => kind === 'entry'))
    throw new Error('The audit log has entries after its head');
  return new Map(logged);
}

/** Returns the first writes of the queue that fit into one transaction. The same fact waits, since a marker is written once. */
function nextBatch(queue: readonly Waiting[]): readonly Waiting[] {
  const batch: Waiting[] = [];
  for (const waiting of queue) {
    const all = [...batch, waiting];
    const together = {
      writes: all.flatMap(({ writes }) => writes),
      facts: all.flatMap(({ facts }) => facts),
    };
    if (batch.length === 0 || fitsTogether(together)) batch.push(waiting);
    if (batch.length === maxJoined) break;
  }
  return batch;
}

/** The audit log can't take an entry in time. What logs nothing can still be written. */
export class LogBusy extends UserError {
  constructor() {
    super('The audit log is busy, and unlogged changes are blocked.', { next: 'Try again in a minute.' });
  }
}
