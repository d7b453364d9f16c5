import { entriesAbout } from '../../audit-log/entries.ts';
import type { AuditLog } from '../../change/model/audit-log.ts';
import type { ChangeStep, StepOutcome } from '../../change/model/step.ts';
import type { Result } from '../../queue/result.ts';
import type { Run } from './run-step.ts';

/** Dependencies for reading in the audit log what happened to a change. */
export interface EvidenceDependencies {
  readonly auditLog: Pick<AuditLog, 'causedBy'>;
}

/** A step of which the worker died, as it is stored. */
export interface DeadRun extends Pick<Run, 'changeStep' | 'complete'> {
  /** The id of the job that has claimed it; undefined if none has. */
  readonly claimedBy: string | undefined;
  /** What people read if it may have been sent. */
  unknown(): Promise<Pick<StepOutcome, 'answer' | 'note' | 'statusCommand'>>;
}

/**
 * Goes on with a step whose worker died on `job`. Undefined where nothing was sent, for then the job can be handled from the start;
 * what may have been sent is not sent again.
 */
export async function recoverRun(
  { changeStep, claimedBy, unknown, complete }: DeadRun,
  job: string,
  deps: EvidenceDependencies,
): Promise<Result | undefined> {
  if (claimedBy !== job || !(await isStarted(changeStep, job, deps))) return undefined;
  return complete({ ...(await unknown()), kind: 'unknown', job });
}

/** Whether a job may have sent a step to the cloud API. Nothing is sent before this is in the audit log. */
async function isStarted(
  changeStep: ChangeStep,
  job: string,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  return (await auditLog.causedBy('started', entriesAbout(changeStep), { job })).length > 0;
}
