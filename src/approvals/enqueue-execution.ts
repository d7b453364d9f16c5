import { entriesAbout } from '../audit-log/entries.ts';
import type { Approval } from '../change/model/approval.ts';
import { type ChangeStep, dueSteps } from '../change/model/change.ts';
import { executionId } from '../change/model/ids.ts';
import { dueAfter } from '../change/model/step-order.ts';
import type { EvidenceDependencies } from '../changes/execute-step.ts';
import type { Execute } from '../queue/job.ts';

/**
 * The jobs that execute the steps of an approved change that are due: one per step, with the same id however often it is
 * sent. The idempotency record of that job is the step's.
 */
export const executionsOf = (approval: Approval, now: number): readonly Execute[] =>
  dueSteps(approval, now).map((changeStep) => executionOf(approval, changeStep));

/** The jobs that execute the steps which have waited for the step at `index`. */
export const executionsAfter = (approval: Approval, index: number, now: number): readonly Execute[] =>
  dueAfter(approval, index, now).map((changeStep) => executionOf(approval, changeStep));

/** The job that executes a step. */
export const executionOf = (
  { id, team, replyTo }: Approval,
  { index }: Pick<ChangeStep, 'index'>,
): Execute => ({ kind: 'execute', id: executionId(id, index), team, replyTo, approval: id, index });

/**
 * Whether the audit log has all that a step rests on: that it was requested, and each vote. Without that it does not run:
 * either the job that has to write it comes again, or nobody ever voted so.
 */
export async function isApprovalLogged(
  { votes }: Pick<Approval, 'votes'>,
  changeStep: ChangeStep,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const about = entriesAbout(changeStep);
  const [requested, approved] = await Promise.all([
    auditLog.causedBy('requested', about),
    votes.length > 0 ? auditLog.causedBy('approved', about) : Promise.resolve<readonly string[]>([]),
  ]);
  const voted = votes.every(({ vote, person }) => vote === 'reject' || approved.includes(person));
  return requested.length > 0 && voted;
}
