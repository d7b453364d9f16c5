import type { Approval } from '../core/approval.ts';
import { executionId } from '../core/ids.ts';
import type { Execute } from '../requests/job.ts';
import type { EvidenceDependencies } from './approval-dependencies.ts';

/** The job that does a granted request; its id is the same however often it is sent. */
export const toExecute = ({ id, team, place }: Approval): Execute => ({
  kind: 'execute',
  id: executionId(id),
  team,
  place,
  approval: id,
});

/**
 * Whether the audit log has all that a granted request rests on: that it was asked for, and each vote. Without that it
 * does not run: either the job that has to write it comes again, or nobody ever voted so.
 */
export async function isOnRecord(
  { id, account, votes }: Approval,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const about = { account, request: id };
  const [asked, approved] = await Promise.all([
    auditLog.causedBy('requested', about),
    auditLog.causedBy('approved', about),
  ]);
  return (
    asked.length > 0 && votes.every(({ vote, person }) => vote === 'reject' || approved.includes(person))
  );
}
