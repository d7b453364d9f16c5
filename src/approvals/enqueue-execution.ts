import { entriesAbout } from '../audit-log/entries.ts';
import type { EvidenceDependencies } from '../changes/execute-step.ts';
import type { Approval } from '../core/approval.ts';
import { dueSteps, stepsOf } from '../core/change.ts';
import { executionId } from '../core/ids.ts';
import type { Execute } from '../requests/job.ts';

/**
 * The jobs that execute the steps of an approved change that are due: one per step, with the same id however often it is
 * sent. The idempotency record of that job is the step's.
 */
export const executionsOf = (approval: Approval, now: number): readonly Execute[] =>
  dueSteps(approval, now).map(({ index }) => ({
    kind: 'execute',
    id: executionId(approval.id, index),
    team: approval.team,
    replyTo: approval.replyTo,
    approval: approval.id,
    index,
  }));

/**
 * Whether the audit log has all that an approved change rests on: that it was requested, and each vote. Without that it
 * does not run: either the job that has to write it comes again, or nobody ever voted so.
 */
export async function isApprovalLogged(
  approval: Approval,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const checked = stepsOf(approval).map(async (changeStep) => {
    const about = entriesAbout(changeStep);
    const [requested, approved] = await Promise.all([
      auditLog.causedBy('requested', about),
      auditLog.causedBy('approved', about),
    ]);
    const voted = approval.votes.every(({ vote, person }) => vote === 'reject' || approved.includes(person));
    return requested.length > 0 && voted;
  });
  return (await Promise.all(checked)).every(Boolean);
}
