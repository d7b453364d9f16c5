import { auditEntry, failureEntry } from '../audit-log/entries.ts';
import type { AuditLogDependencies } from '../audit-log/record.ts';
import { type Answer, done, failed, line, note } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { PendingChange } from '../core/pending-change.ts';
import { errorName } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { explain } from '../requests/describe-error.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Delivery, Result } from '../requests/result.ts';
import { askedBy, startTracking } from '../requests/start-tracking.ts';
import { type UndoDependencies, undoable } from '../undo/offer.ts';
import { retryButtons } from './retry-buttons.ts';

/** A change that its requester confirmed, and that needs no approval. */
interface Confirmed {
  readonly plan: Plan;
  readonly prepared: Prepared<Context>;
  readonly pending: PendingChange;
  readonly job: DecisionMade;
}

/** What it takes to run a confirmed change: the audit log has it first. */
export type RunDependencies = UndoDependencies & AuditLogDependencies;

const unrecorded = 'Nothing was changed: it could not be put on record, and nothing is done off the record.';

const replace = (answer: Answer): Delivery => ({ kind: 'replace', answer });

/** A confirmed change that was not begun; `why` is for the audit log. */
export const stopped = (
  pending: PendingChange,
  answer: Answer,
  why: string,
  deps: { readonly clock: Clock },
): Result => ({
  deliveries: [replace(answer)],
  entries: [auditEntry('refused', pending, deps, { note: why })],
});

/** Runs a confirmed change. The audit log has it as started first, or nothing is sent to the service. */
export async function runChange(confirmed: Confirmed, deps: RunDependencies): Promise<Result> {
  const { plan, prepared, pending } = confirmed;
  try {
    await deps.auditLog.append(auditEntry('started', pending, deps), confirmed.job.id);
  } catch (error) {
    deps.log('not recorded', { entries: 1, error: errorName(error) });
    const later = note('Try again in a minute: ', line(prepared.line));
    return stopped(pending, [failed(unrecorded), later], unrecorded, deps);
  }
  try {
    return await run(confirmed, deps);
  } catch (error) {
    deps.log('change failed', { operation: pending.operation, error: errorName(error) });
    const end = failureEntry(error, pending, deps);
    const retry = end.event === 'failed' ? retryButtons(prepared, error) : [];
    return {
      deliveries: [replace([...explain(error, { risky: true, shows: plan.statusCommand }), ...retry])],
      entries: [end],
    };
  }
}

async function run({ plan, prepared, pending, job }: Confirmed, deps: UndoDependencies): Promise<Result> {
  const outcome = await plan.run();
  const confirmed = replace([done(`Confirmed: ${plan.title}.`)]);
  if ('answer' in outcome) {
    const answer = await undoable(outcome.answer, outcome.inverse, { ...pending, place: job.place }, deps);
    const requestedBy = askedBy(pending.requester, prepared.line);
    return {
      deliveries: [confirmed, { kind: 'post', answer: [...answer, requestedBy] }],
      entries: [auditEntry('applied', pending, deps)],
    };
  }
  const begun = { ...pending, line: prepared.line, targets: plan.targets };
  return startTracking(begun, outcome.watch, job, deps, [confirmed]);
}
