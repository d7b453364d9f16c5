import type { AuditLog } from '../../change/model/audit-log.ts';
import type { Change } from '../../change/model/change.ts';
import type { Clock } from '../../core/clock.ts';
import { endEntries, jobsOfEnds } from './result-of-change.ts';

/**
 * Logs how a change and its steps ended, each once: the job that ended a step may have died before it did. What is logged already,
 * which is nearly always all, costs a read. Rejects where the audit log can't be read or written.
 */
export async function logEnds(
  change: Change,
  deps: { readonly auditLog: Pick<AuditLog, 'append' | 'causedBy'>; readonly clock: Clock },
): Promise<void> {
  const ends = jobsOfEnds(change).flatMap((job) =>
    endEntries(change, job, deps).map((entry) => ({ entry, job })),
  );
  const logged = await Promise.all(
    ends.map(({ entry, job }) => deps.auditLog.causedBy(entry.event, entry, { job })),
  );
  for (const [at, { entry, job }] of ends.entries())
    if (logged[at]?.length === 0) await deps.auditLog.append(entry, job);
}
