import { UserError } from '../../answer/user-error.ts';
import { type ChainEnd, normalizeEntry } from '../../audit-log/hash-chain.ts';
import type { AuditLog, StoredEntry } from '../../change/model/audit-log.ts';
import { endOf } from './audit-log-items.ts';
import { type Authored, appendAll, markerOf } from './chain-writes.ts';
import type { Table } from './dynamodb.ts';
import { type Pause, untilWritten } from './until-written.ts';

/** Maximum number of entries in one transaction, whose limit is 4 MB: an item has 400 KB at most. */
const maxBatch = 10;

/** Outcome of an entry: it is stored, or `holder` stored it before. */
type Outcome = { readonly stored: StoredEntry } | { readonly holder: unknown };

interface Waiting extends Authored {
  readonly outcome: PromiseWithResolvers<Outcome>;
}

/**
 * Appends entries. Those of an account are written in consecutive transactions; entries that arrive during one are written
 * together in the next. `onWritten` receives each written entry. Throws a `UserError` if every attempt loses to other writers.
 */
export function entryAppender(
  table: Table,
  onWritten: (entry: StoredEntry) => void,
  pause: Pause,
): AuditLog['append'] {
  const chains = new Map<string, (waiting: Waiting) => void>();

  return async (given, job, holder) => {
    const entry = normalizeEntry(given);
    const enqueue = chains.get(entry.account) ?? chainWriter(table, entry.account, pause);
    chains.set(entry.account, enqueue);
    const waiting: Waiting = { entry, job, holder, outcome: Promise.withResolvers() };
    enqueue(waiting);
    const outcome = await waiting.outcome.promise;
    // Called here, to log the entry with the ids of its job.
    if ('stored' in outcome) onWritten(outcome.stored);
    return 'stored' in outcome || (holder !== undefined && outcome.holder === holder);
  };
}

/** Returns a function that enqueues entries of one account for writing. */
function chainWriter(table: Table, account: string, pause: Pause): (waiting: Waiting) => void {
  let queue: readonly Waiting[] = [];
  let isWriting = false;
  /** End of the chain after the last write of this process. May be stale: the conditional write checks it. */
  let end: ChainEnd | undefined;

  /**
   * Makes one attempt to write. Resolves to the entries that remain. After a conflict, the next attempt reads the end of the
   * chain again, since others write during the delay.
   */
  async function attempt(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const known = end ?? (await endOf(table, account));
    end = undefined;
    const appended = await appendAll(table, account, known, batch);
    if (appended.kind === 'written') {
      end = appended.entries.at(-1);
      for (const [at, stored] of appended.entries.entries()) batch[at]?.outcome.resolve({ stored });
      return [];
    }
    for (const [at, holder] of appended.before) batch[at]?.outcome.resolve({ holder });
    return batch.filter((_, at) => !appended.before.has(at));
  }

  /** Writes a batch, and settles its outcomes. Never rejects. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    let left = batch;
    try {
      await untilWritten(
        async () => {
          left = await attempt(left);
          return left.length === 0 || undefined;
        },
        busy,
        pause,
      );
    } catch (error) {
      for (const { outcome } of left) outcome.reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    // Entries of one decision are enqueued one after the other, without waiting: they go into one transaction.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = nextBatch(queue);
      queue = queue.filter((waiting) => !batch.includes(waiting));
      await write(batch);
    }
    isWriting = false;
  }

  return (waiting) => {
    queue = [...queue, waiting];
    if (!isWriting) void writeAll();
  };
}

/** Returns the first entries of the queue. A duplicate waits, since a transaction can write a marker only once. */
function nextBatch(queue: readonly Waiting[]): readonly Waiting[] {
  const once = new Map<string, Waiting>();
  for (const waiting of queue) {
    const marker = JSON.stringify(markerOf(waiting));
    if (!once.has(marker)) once.set(marker, waiting);
    if (once.size === maxBatch) break;
  }
  return [...once.values()];
}

const busy = (): UserError =>
  new UserError('The audit log is busy, and unlogged changes are blocked.', {
    next: 'Try again in a minute.',
  });
