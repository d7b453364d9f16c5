import { errorName } from '../answer/user-error.ts';
import type { ChangeRef, Changes } from '../change/model/changes.ts';
import { reconcileId } from '../change/model/ids.ts';
import { isLate, type LeaseRef, type Leases } from '../change/model/lease.ts';
import { isRestored, type RestoredTable } from '../change/model/restored-table.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';
import type { QueuedJob, Reconcile } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** All that the sweeper needs. It writes nothing, and talks to nobody. */
export interface SweepDependencies extends RestoredTable {
  readonly changes: Pick<Changes, 'waiting'>;
  readonly leases: Pick<Leases, 'pending'>;
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Looks at what waits, counts what is overdue, and sends the worker a job for each change and each lease whose time has come. Reads
 * no whole change. What can't be sent is sent by the next sweep.
 */
export async function sweep(deps: SweepDependencies): Promise<void> {
  await sweepLeases(deps);
  await sweepChanges(deps);
}

async function sweepLeases(deps: SweepDependencies): Promise<void> {
  const refs = await deps.leases.pending();
  const now = deps.clock();
  const due = refs.filter(({ wakesAt }) => wakesAt !== undefined && wakesAt <= now);
  const overdue = due.filter((lease) => !lease.isOver && isLate(lease, now)).length;
  const failures = await sendEach('lease', due, ({ id }) => ({ lease: id }), deps);
  deps.log('leases swept', { leases: refs.length, overdue, failures });
}

async function sweepChanges(deps: SweepDependencies): Promise<void> {
  const refs = await deps.changes.waiting();
  const now = deps.clock();
  const due = refs.filter((change) => change.wakesAt <= now || isRestored(change, deps));
  const failures = await sendEach('approval', due, ({ id }) => ({ change: id }), deps);
  deps.log('swept', {
    waiting: refs.filter(({ isOver }) => !isOver).length,
    failures,
    stuck: due.filter(({ stuckAt }) => stuckAt !== undefined && stuckAt <= now).length,
    oldest_seconds: Math.round(
      (now - Math.min(now, ...due.map(({ waitsSince = now }) => waitsSince))) / 1000,
    ),
  });
}

/** Sends a job for each of several things, and logs each that fails with its id. Resolves to how many failed; never rejects. */
async function sendEach<Ref extends Pick<ChangeRef | LeaseRef, 'id' | 'requester'>>(
  kind: 'approval' | 'lease',
  refs: readonly Ref[],
  dueOf: (ref: Ref) => Reconcile['due'],
  { queue, log }: SweepDependencies,
): Promise<number> {
  const sent = await settleConcurrently(
    refs,
    async (ref) => {
      const { id, requester: person } = ref;
      try {
        const replyTo = { channel: person, person };
        await queue.send({ kind: 'reconcile', id: reconcileId(id), team: '', replyTo, due: dueOf(ref) });
      } catch (error) {
        log('sweep failed', { [kind]: id, error: errorName(error) });
        throw error;
      }
    },
    maxConcurrency.store,
  );
  return sent.filter(({ status }) => status === 'rejected').length;
}
