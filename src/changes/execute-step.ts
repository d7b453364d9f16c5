import { failed } from '../answer/answer.ts';
import { errorName, UserError } from '../answer/user-error.ts';
import type { AuditLogDependencies } from '../audit-log/append-entries.ts';
import { auditEntry, entriesAbout, reason } from '../audit-log/entries.ts';
import type { AuditLog } from '../change/model/audit-log.ts';
import type { ChangeStep, StepOutcome } from '../change/model/step.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { explain } from '../evaluate/describe-error.ts';
import type { EvaluatedStep } from '../evaluate/evaluate-in.ts';
import type { Plan } from '../operation/operation.ts';
import type { Job } from '../queue/job.ts';
import { endOfUnknown } from './end-of-unknown.ts';
import { logStarted } from './log-started.ts';
import { type LeaseDependencies, undoableOrLeased } from './start-lease.ts';
import { startTracking, type TrackingStart } from './start-tracking.ts';

/** Dependencies for executing a step, which is logged first. */
export type ExecuteDependencies = LeaseDependencies & AuditLogDependencies;

/** Dependencies for reading in the audit log what happened to a change. */
export interface EvidenceDependencies {
  readonly auditLog: Pick<AuditLog, 'causedBy'>;
}

/** The start of a step could not be logged, so nothing was sent to the cloud API. */
export class StartNotLogged extends Error {
  override readonly name = 'StartNotLogged';
}

/** The result of executing a step: its outcome, or the message about the background job that is tracked. */
export type Execution =
  | { readonly kind: 'ended'; readonly outcome: StepOutcome; readonly error?: unknown }
  | { readonly kind: 'tracked'; readonly delivery: TrackingStart };

/**
 * Executes a step. The idempotency record of `job`, which is claimed before, is that of the step, so it is executed at most
 * once: after `started` is in the audit log, it is not executed again (`isStarted`). Rejects with `StartNotLogged` if that could
 * not be logged; after that it never rejects.
 */
export async function executeStep(
  changeStep: ChangeStep,
  { plan }: Pick<EvaluatedStep, 'plan'>,
  job: Pick<Job, 'id' | 'team' | 'replyTo'>,
  deps: ExecuteDependencies,
): Promise<Execution> {
  const passed = endPassed(changeStep, job.id, deps.clock());
  if (passed) return { kind: 'ended', outcome: passed };
  try {
    await deps.auditLog.append(auditEntry('started', changeStep, deps), job.id);
  } catch (error) {
    deps.log('not recorded', { entries: 1, error: errorName(error) });
    throw new StartNotLogged(job.id);
  }
  logStarted(changeStep, deps);
  try {
    const result = await plan.run();
    if ('jobRef' in result) {
      return { kind: 'tracked', delivery: startTracking(changeStep, result.jobRef, job, deps) };
    }
    const offered = await undoableOrLeased(result.answer, result.inverse, changeStep, job, deps);
    const { results } = result;
    return { kind: 'ended', outcome: { kind: 'done', ...offered, job: job.id, ...(results && { results }) } };
  } catch (error) {
    deps.log('change failed', { operation: changeStep.step.operation, error: errorName(error) });
    const outcome = failureOf(error, plan, job.id);
    const { answer } = outcome.kind === 'unknown' ? await endOfUnknown(changeStep, deps) : { answer: [] };
    return { kind: 'ended', outcome: { ...outcome, answer: [...outcome.answer, ...answer] }, error };
  }
}

/** A step whose end has passed before it was started is not made; undefined for all others. `now` in milliseconds since 1970. */
function endPassed({ step: { ends } }: ChangeStep, job: string, now: number): StepOutcome | undefined {
  if (!ends || 'after' in ends || now < ends.at) return undefined;
  const why = 'The time at which it should end has passed, so it wasn’t applied. Nothing was changed.';
  return { kind: 'failed', answer: [failed(why)], note: why, job };
}

/** A step, or its inverse, has failed only if it is known to have changed nothing; all other outcomes are unknown. */
export function failureOf(error: unknown, { statusCommand }: Plan, job: string): StepOutcome {
  const known = error instanceof CloudApiError || error instanceof UserError;
  return {
    kind: known && error.changed === 'nothing' ? 'failed' : 'unknown',
    answer: explain(error, { started: true, statusCommand }),
    note: reason(error),
    job,
  };
}

/** Whether a step may have been sent to the cloud API. Nothing is sent before this is in the audit log. */
export async function isStarted(
  changeStep: ChangeStep,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  return (await auditLog.causedBy('started', entriesAbout(changeStep))).length > 0;
}
