import { errorName } from '../../answer/user-error.ts';
import type { ChangeRef, ReadChanges } from '../../change/model/changes.ts';
import { NewerTable, type VersionedTable } from '../../change/model/newer-table.ts';
import { isRestored, type RestoredTable } from '../../change/model/restored-table.ts';
import { isLate } from '../../change/model/reversal.ts';
import { lookAhead, lostAfter } from '../../change/model/time-limits.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { maxConcurrency, settleConcurrently } from '../../core/map-concurrently.ts';
import type { QueuedJob } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';
import { wake } from './wake.ts';

/** Dependencies of the sweeper, which writes nothing and sends no messages. */
export interface SweepDependencies extends RestoredTable, VersionedTable {
  readonly changes: Pick<ReadChanges, 'waiting'>;
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sends a delayed job for each change that wakes before the next sweep, and counts what is overdue. Reads only summaries of
 * changes. Jobs that can't be sent are sent by the next sweep. Rejects, and sends nothing, if the table belongs to a newer
 * version.
 */
export async function sweep(deps: SweepDependencies): Promise<void> {
  const { clock, log, restoredAt } = deps;
  if (await deps.isNewerTable?.()) {
    log('sweep failed', { error: NewerTable.name });
    throw new NewerTable();
  }
  const now = clock();
  // Overdue ends wake only for their next attempt, or once their worker must have died. Reading further ahead finds them all.
  const refs = await deps.changes.waiting(restoredAt === undefined ? now + lostAfter : undefined);
  const isDue = (ref: ChangeRef): boolean =>
    ref.wakesAt <= now || (ref.cause === 'person' && isRestored(ref, deps));
  const due = refs.filter(isDue).map((ref) => ({ ...ref, wakesAt: now }));
  const soon = refs.filter((ref) => !isDue(ref) && ref.wakesAt <= now + lookAhead);
  log('swept', {
    due: due.length,
    overdue: refs.filter((ref) => !ref.isOver && isLate(ref.endsAt, ref, now)).length,
    failures: await sendEach([...due, ...soon], deps),
    stuck: due.filter(({ stuckAt }) => stuckAt !== undefined && stuckAt <= now).length,
    oldest_seconds: Math.round(
      (now - Math.min(now, ...due.map(({ waitsSince = now }) => waitsSince))) / 1000,
    ),
  });
}

/** Sends a job for each change; logs failures with the change's id. Resolves to the number of failures; never rejects. */
async function sendEach(refs: readonly ChangeRef[], deps: SweepDependencies): Promise<number> {
  const sent = await settleConcurrently(
    refs,
    async (ref) => {
      try {
        await wake(ref, deps);
      } catch (error) {
        deps.log('sweep failed', { change: ref.id, error: errorName(error) });
        throw error;
      }
    },
    maxConcurrency.store,
  );
  return sent.filter(({ status }) => status === 'rejected').length;
}
