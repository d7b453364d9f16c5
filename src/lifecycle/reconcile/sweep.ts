import { errorName } from '../../answer/user-error.ts';
import type { ChangeRef, Changes } from '../../change/model/changes.ts';
import { isLate } from '../../change/model/ending-change.ts';
import { reconcileId } from '../../change/model/ids.ts';
import { NewerTable, type VersionedTable } from '../../change/model/newer-table.ts';
import { isRestored, type RestoredTable } from '../../change/model/restored-table.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { maxConcurrency, settleConcurrently } from '../../core/map-concurrently.ts';
import type { QueuedJob } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';

/** All that the sweeper needs. It writes nothing, and talks to nobody. */
export interface SweepDependencies extends RestoredTable, VersionedTable {
  readonly changes: Pick<Changes, 'waiting'>;
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Looks at what waits, counts what is overdue, and sends the worker a job for each change whose time has come. Reads no whole change.
 * What can't be sent is sent by the next sweep. Rejects, and sends nothing, if the table belongs to a newer version.
 */
export async function sweep(deps: SweepDependencies): Promise<void> {
  const { clock, log } = deps;
  if (await deps.isNewerTable?.()) {
    log('sweep failed', { error: NewerTable.name });
    throw new NewerTable();
  }
  const refs = await deps.changes.waiting();
  const now = clock();
  const isRestoredRequest = (ref: ChangeRef): boolean => ref.cause === 'person' && isRestored(ref, deps);
  const due = refs.filter((ref) => ref.wakesAt <= now || isRestoredRequest(ref));
  const overdue = refs.filter(({ isOver, endsAt }) => !isOver && isLate(endsAt, now)).length;
  log('swept', {
    waiting: refs.filter(({ isOver, cause }) => !isOver && cause === 'person').length,
    overdue,
    failures: await sendEach(due, deps),
    stuck: due.filter(({ stuckAt }) => stuckAt !== undefined && stuckAt <= now).length,
    oldest_seconds: Math.round(
      (now - Math.min(now, ...due.map(({ waitsSince = now }) => waitsSince))) / 1000,
    ),
  });
}

/** Sends a job for each of several changes, and logs each that fails with its id. Resolves to how many failed; never rejects. */
async function sendEach(refs: readonly ChangeRef[], { queue, log }: SweepDependencies): Promise<number> {
  const sent = await settleConcurrently(
    refs,
    async ({ id, requester: person }) => {
      try {
        const replyTo = { channel: person, person };
        await queue.send({ kind: 'reconcile', id: reconcileId(id), team: '', replyTo, change: id });
      } catch (error) {
        log('sweep failed', { change: id, error: errorName(error) });
        throw error;
      }
    },
    maxConcurrency.store,
  );
  return sent.filter(({ status }) => status === 'rejected').length;
}
