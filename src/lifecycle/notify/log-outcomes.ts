import { auditEntry } from '../../audit-log/entries.ts';
import type { AuditEvent, AuditLog, CausedEntry } from '../../change/model/audit-log.ts';
import type { Change } from '../../change/model/change.ts';
import { stepsOf } from '../../change/model/step.ts';
import type { Clock } from '../../core/clock.ts';
import { jobsOfOutcomes, outcomeEntries } from './result-of-change.ts';

/**
 * Logs the outcomes of a change and its steps, each once, since the job that completed a step may have died before it logged that.
 * An entry that exists, as nearly all do, costs one read. A step counts as applied only if the log has its start: an Undo runs on that
 * entry. Rejects if the audit log can't be read or written.
 */
export async function logOutcomes(
  change: Change,
  deps: { readonly auditLog: Pick<AuditLog, 'append' | 'causedBy'>; readonly clock: Clock },
): Promise<void> {
  const ends = [...failuresOf(change, deps), ...outcomesOf(change, deps)];
  await Promise.all(
    ends.map(async ({ entry: { cause, ...entry }, job }) => {
      const by = cause ?? job;
      const has = async (event: AuditEvent, who?: { readonly job: string }): Promise<boolean> =>
        (await deps.auditLog.causedBy(event, entry, who)).length > 0;
      if (await has(entry.event, { job: by })) return;
      if (entry.event !== 'applied' || (await has('started'))) await deps.auditLog.append(entry, by);
    }),
  );
}

/** An entry, and the id of the job that caused it. */
interface LoggedOutcome {
  readonly entry: CausedEntry;
  readonly job: string;
}

const outcomesOf = (change: Change, deps: { readonly clock: Clock }): readonly LoggedOutcome[] =>
  jobsOfOutcomes(change).flatMap((job) => outcomeEntries(change, job, deps).map((entry) => ({ entry, job })));

/** Returns entries for steps whose last attempt was sent, had no effect or an unknown one, and will be retried. */
const failuresOf = (change: Change, deps: { readonly clock: Clock }): readonly LoggedOutcome[] =>
  stepsOf(change).flatMap((changeStep) => {
    const { failure } = changeStep.step;
    if (!failure) return [];
    const note = failure.note ? { note: failure.note } : {};
    return [
      {
        entry: auditEntry(failure.isUnknown ? 'unknown' : 'failed', changeStep, deps, note),
        job: failure.job,
      },
    ];
  });
