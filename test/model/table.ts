import type { AuditEntry, AuditLog } from '../../src/change/model/audit-log.ts';
import type { Change } from '../../src/change/model/change.ts';
import type { Changes } from '../../src/change/model/changes.ts';
import { type EndingChange, isEnding } from '../../src/change/model/ending-change.ts';
import type { ClaimResult, IdempotencyStore } from '../../src/queue/idempotency.ts';
import type { Result } from '../../src/queue/result.ts';
import { changesInMemory } from '../unit/memory.ts';

/** An entry of the audit log with what its marker holds. */
export interface LoggedEntry extends AuditEntry {
  /** Id of the job that caused it. */
  readonly by: string;
  /** The run of that job which wrote it. */
  readonly holder: string | undefined;
}

/** The record of a job. `phase` as in the real store: running, open, finished or told. */
export interface JobRecord {
  readonly phase: 'running' | 'open' | 'finished' | 'delivered';
  readonly leaseEnd: number;
  readonly holder: number;
  readonly outcome?: string | undefined;
}

/** All that DynamoDB holds, in memory. Each call is one atomic step: what it reads, it reads at the moment at which it writes. */
export class SmallTable {
  readonly previews = new Map<string, Change & { readonly decidedBy?: string }>();
  readonly changes: ReturnType<typeof changesInMemory>;
  readonly log: LoggedEntry[] = [];
  readonly records = new Map<string, JobRecord>();
  #holders = 0;

  constructor(stored: readonly Change[], previews: readonly Change[]) {
    this.changes = changesInMemory(...stored);
    for (const preview of previews) this.previews.set(preview.id, preview);
  }

  /** What people requested. */
  get storedChanges(): readonly Change[] {
    return [...this.changes.kept.values()].filter((change) => !isEnding(change));
  }

  /** What undoes by itself. */
  get storedEnds(): readonly EndingChange[] {
    return [...this.changes.kept.values()].filter(isEnding);
  }

  /** The store of changes and of previews. */
  changesAt(clock: () => number): Changes {
    return {
      ...this.changes.changes,
      preview: async (change) => void this.previews.set(change.id, change),
      previewed: async (id) => this.previews.get(id),
      decide: async (id, by, decision, job) => {
        const known = this.previews.get(id);
        if (!known) return { refused: 'unknown' };
        const { decidedBy, ...change } = known;
        if (change.requester !== by) return { refused: 'not yours' };
        if (decidedBy === job) return { change, redelivered: true };
        if (decidedBy !== undefined) return { refused: 'confirmed before' };
        if (change.expires <= clock()) return { refused: 'expired', change };
        const status = decision === 'confirm' ? 'confirmed' : 'cancelled';
        this.previews.set(id, { ...change, status, decidedBy: job });
        return { change: { ...change, status } };
      },
    };
  }

  /** The audit log: an entry is written once for its request, event, person and job. */
  readonly auditLog: AuditLog = {
    append: async (entry, job, holder) => {
      const { request, event, person } = entry;
      const before = this.log.find(
        (known) =>
          known.request === request && known.event === event && known.person === person && known.by === job,
      );
      if (before) return holder !== undefined && before.holder === holder;
      this.log.push({ ...entry, by: job, holder });
      return true;
    },
    causedBy: async (event, { account, request }, { digest, job } = {}) => [
      ...new Set(
        this.log
          .filter(
            (entry) =>
              entry.event === event &&
              entry.account === account &&
              entry.request === request &&
              (digest === undefined || entry.digest === digest) &&
              (job === undefined || entry.by === job),
          )
          .map(({ person }) => person),
      ),
    ],
    read: async () => ({ entries: [] }),
    verify: async () => ({ entries: 0 }),
  };

  /** The records of jobs, as one process sees them: it knows its own lease of each job. */
  recordsFor(clock: () => number): IdempotencyStore<Result> {
    const { records } = this;
    const holding = new Map<string, number>();
    const release = (id: string, phase?: 'open'): void => {
      const known = records.get(id);
      const holder = holding.get(id);
      holding.delete(id);
      if (!known || (holder !== undefined && known.holder !== holder)) throw new Error('not held');
      if (phase && known.phase !== 'running') throw new Error('not running');
      records.set(id, { ...known, leaseEnd: 0, ...(phase && { phase }) });
    };
    return {
      claim: async (id, lease): Promise<ClaimResult<Result>> => {
        const known = records.get(id);
        if (known?.phase === 'delivered') return { state: 'delivered' };
        if (known && known.leaseEnd > clock()) return { state: 'running' };
        this.#holders += 1;
        holding.set(id, this.#holders);
        const phase = known && known.phase !== 'open' ? known.phase : 'running';
        records.set(id, { ...known, phase, leaseEnd: clock() + lease, holder: this.#holders });
        if (known?.phase === 'finished')
          return { state: 'finished', outcome: JSON.parse(known.outcome ?? 'null') as Result };
        return { state: known?.phase === 'running' ? 'abandoned' : 'claimed' };
      },
      saveOutcome: async (id, outcome) => {
        const known = records.get(id);
        if (known) records.set(id, { ...known, phase: 'finished', outcome: JSON.stringify(outcome) });
      },
      markDelivered: async (id) => {
        holding.delete(id);
        const known = records.get(id);
        if (known) records.set(id, { ...known, phase: 'delivered', outcome: undefined });
      },
      release: async (id) => release(id),
      unclaim: async (id) => release(id, 'open'),
    };
  }
}
