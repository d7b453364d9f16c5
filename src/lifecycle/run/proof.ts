import { entriesAbout } from '../../audit-log/entries.ts';
import { needsApproval, votesOf } from '../../change/model/approval.ts';
import type { AuditLog } from '../../change/model/audit-log.ts';
import type { Change } from '../../change/model/change.ts';
import { agreedDigest, undoDigest } from '../../change/model/digest.ts';
import type { ChangeStep, Undone } from '../../change/model/step.ts';

/*
 * What runs is what the audit log proves, down to its content: a record of the table alone makes nothing run.
 */

/** Dependencies for reading in the audit log what happened to a change. */
export interface EvidenceDependencies {
  readonly auditLog: Pick<AuditLog, 'causedBy'>;
}

/**
 * Whether the audit log proves all that a step rests on: that it was requested, and that its requester confirmed exactly this, or
 * that each voter approved exactly this. Without that it does not run: either the job that has to write it comes again, or nobody
 * ever decided so.
 */
export async function isAgreedSo(
  change: Change,
  changeStep: ChangeStep,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const about = entriesAbout(changeStep);
  const digest = agreedDigest(change, changeStep.index);
  if (digest === undefined) return false;
  const { requester } = change;
  const isVoted = needsApproval(change);
  const [requested, agreed] = await Promise.all([
    auditLog.causedBy('requested', about),
    auditLog.causedBy(isVoted ? 'approved' : 'confirmed', about, { digest }),
  ]);
  const agreeing = isVoted
    ? votesOf(change)
        .filter(({ vote }) => vote === 'approve')
        .map(({ person }) => person)
    : [requester];
  return (
    requested.includes(requester) &&
    agreeing.length > 0 &&
    agreeing.every((person) => agreed.includes(person))
  );
}

/** Whether the audit log has that a step was applied, and that this is what undoes it. */
export async function isAppliedSo(
  changeStep: ChangeStep,
  { subject, state = '' }: Undone,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const digest = undoDigest({ ...changeStep.step, subject }, state);
  return (await auditLog.causedBy('applied', entriesAbout(changeStep), { digest })).length > 0;
}
