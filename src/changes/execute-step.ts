import { auditEntry, entriesAbout, reason } from '../audit-log/entries.ts';
import type { AuditLogDependencies } from '../audit-log/record.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import type { AuditLog } from '../core/audit-log.ts';
import type { ChangeStep, StepOutcome } from '../core/change.ts';
import type { Plan } from '../core/operation.ts';
import { errorName, UserError } from '../core/user-error.ts';
import { explain } from '../requests/describe-error.ts';
import type { Job } from '../requests/job.ts';
import type { Delivery } from '../requests/result.ts';
import { type UndoDependencies, undoable } from '../undo/offer.ts';
import { startTracking } from './start-tracking.ts';

/** What it takes to execute a step: the audit log has it first. */
export type ExecuteDependencies = UndoDependencies & AuditLogDependencies;

/** What it takes to read in the audit log what happened to a change. */
export interface EvidenceDependencies {
  readonly auditLog: Pick<AuditLog, 'causedBy'>;
}

/** The audit log did not take that a step starts, so nothing was sent to the cloud service. */
export class NotLogged extends Error {
  override readonly name = 'NotLogged';
}

/** What came of executing a step: its outcome, or the message about the job of the service that is tracked. */
export type Execution =
  | { readonly kind: 'ended'; readonly outcome: StepOutcome; readonly error?: unknown }
  | { readonly kind: 'tracked'; readonly delivery: Delivery };

/**
 * Executes a step. The idempotency record of `job`, which is claimed before, is that of the step, so it is executed at most
 * once: after `started` is in the audit log nobody executes it again (`isStarted`). Rejects with `NotLogged` if the audit log
 * did not take that; after that it never rejects.
 */
export async function executeStep(
  changeStep: ChangeStep,
  plan: Plan,
  job: Pick<Job, 'id' | 'team' | 'replyTo'>,
  deps: ExecuteDependencies,
): Promise<Execution> {
  try {
    await deps.auditLog.append(auditEntry('started', changeStep, deps), job.id);
  } catch (error) {
    deps.log('not recorded', { entries: 1, error: errorName(error) });
    throw new NotLogged(job.id);
  }
  try {
    const made = await plan.run();
    if ('jobRef' in made) {
      return { kind: 'tracked', delivery: startTracking(changeStep, made.jobRef, job, deps) };
    }
    const answer = await undoable(made.answer, made.inverse, changeStep, job.replyTo, deps);
    return { kind: 'ended', outcome: { kind: 'done', answer, job: job.id } };
  } catch (error) {
    deps.log('change failed', { operation: changeStep.step.operation, error: errorName(error) });
    return { kind: 'ended', outcome: failure(error, plan, job.id), error };
  }
}

/** Only what is known to have changed nothing has failed; all else is unknown. */
function failure(error: unknown, { statusCommand }: Plan, job: string): StepOutcome {
  const known = error instanceof CloudApiError || error instanceof UserError;
  return {
    kind: known && error.changed === 'nothing' ? 'failed' : 'unknown',
    answer: explain(error, { risky: true, shows: statusCommand }),
    note: reason(error),
    job,
  };
}

/** Whether a step may have been sent to the service. Nothing is sent before this is in the audit log. */
export async function isStarted(
  changeStep: ChangeStep,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  return (await auditLog.causedBy('started', entriesAbout(changeStep))).length > 0;
}
