import { auditLogIn } from '../../src/aws/sdk/audit-log-store.ts';
import { changesIn } from '../../src/aws/sdk/change-store.ts';
import { idempotencyStoreIn } from '../../src/aws/sdk/idempotency-store.ts';
import { type LoggedWriter, loggedWriterIn } from '../../src/aws/sdk/logged-writer.ts';
import type { AuditEntry, AuditLog } from '../../src/change/model/audit-log.ts';
import type { Change } from '../../src/change/model/change.ts';
import type { Changes } from '../../src/change/model/changes.ts';
import { isReversal, type Reversal } from '../../src/change/model/reversal.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { IdempotencyStore } from '../../src/queue/idempotency.ts';
import type { Result } from '../../src/queue/result.ts';
import { StoredChanges } from '../support/in-memory/memory.ts';
import { MemoryTable } from '../support/in-memory/memory-table.ts';
import type { Scenario } from './begin.ts';

/** An entry of the audit log, and the id of the job that caused it. */
export interface LoggedEntry extends AuditEntry {
  readonly by: string;
}

/**
 * The real stores on a table in memory. A run ends one call of a store before it begins the next, so each is one atomic step, and none
 * meets a conflict, after which it would wait.
 */
export class SmallTable {
  readonly #table = new MemoryTable();
  readonly changes: StoredChanges;
  readonly log: LoggedEntry[] = [];

  constructor({ changes, previews, log }: Pick<Scenario, 'changes' | 'previews' | 'log'>) {
    this.changes = new StoredChanges(this.#table, ...changes);
    const { preview, takeNumber } = changesIn(this.#table, () => 0);
    // A change that is stored later has a number of its own.
    for (const _ of [...changes, ...previews]) void takeNumber();
    for (const previewed of previews) void preview(previewed);
    const { append } = auditLogIn(this.#table);
    for (const { entry, by } of log) {
      void append(entry, by);
      this.log.push({ ...entry, by });
    }
  }

  /** The changes that people requested. */
  get storedChanges(): readonly Change[] {
    return this.changes.values().filter((change) => !isReversal(change));
  }

  /** The changes that end others by themselves. */
  get storedEnds(): readonly Reversal[] {
    return this.changes.values().filter(isReversal);
  }

  /** It reads each change that it changes: a version that it remembers would be a reason for a conflict. */
  changesAt(clock: Clock): Changes {
    const store = changesIn(this.#table, clock, this.#logged());
    return { ...store, change: (id, transition) => store.change(id, transition) };
  }

  readonly auditLog: AuditLog = {
    ...auditLogIn(this.#table),
    append: (entry, by, holder) => auditLogIn(this.#table, this.#logged()).append(entry, by, holder),
  };

  #logged(): LoggedWriter {
    return loggedWriterIn(this.#table, (entry, by) => this.log.push({ ...entry, by }));
  }

  /** The records of jobs, as one process sees them: it knows its own claim of each job. */
  recordsFor(clock: Clock): IdempotencyStore<Result> {
    return idempotencyStoreIn(this.#table, clock);
  }
}
