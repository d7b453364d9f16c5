import { entriesAbout } from '../../audit-log/entries.ts';
import { needsApproval, type Suggestion, votesOf } from '../../change/model/approval.ts';
import type { AuditEvent, AuditLog } from '../../change/model/audit-log.ts';
import type { Change } from '../../change/model/change.ts';
import { agreedDigest, suggestionDigest, undoDigest } from '../../change/model/digest.ts';
import { type ChangeStep, stepsOf, type Undone } from '../../change/model/step.ts';

/*
 * A step runs only if the audit log proves it, including its content; the record of a change alone makes nothing run.
 */

/** Dependencies for reading the history of a change in the audit log. */
export interface EvidenceDependencies {
  readonly auditLog: Pick<AuditLog, 'causedBy'>;
}

/**
 * Resolves to true if the audit log proves that exactly this step was requested, and that its requester confirmed it, or each voter
 * approved it. Otherwise it does not run: either a job has yet to write the entries, or nobody decided this.
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
  const approvals = votesOf(change).filter(({ vote }) => vote === 'approve');
  const agreedBy = (event: AuditEvent) => auditLog.causedBy(event, about, { digest });
  const isVoted = needsApproval(change);
  const [requested, agreed, brokeGlass] = await Promise.all([
    agreedBy('requested'),
    agreedBy(isVoted ? 'approved' : 'confirmed'),
    approvals.some(({ breakGlass }) => breakGlass) ? agreedBy('break-glass') : [],
  ]);
  if (!requested.includes(requester)) return false;
  if (!isVoted) return agreed.includes(requester);
  return (
    approvals.length > 0 &&
    approvals.every(({ person, breakGlass }) => (breakGlass ? brokeGlass : agreed).includes(person))
  );
}

/** Resolves to whether the audit log proves that an approver suggested exactly this for a request. */
export async function isSuggestedSo(
  request: Change,
  suggestion: Suggestion,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const about = entriesAbout(stepsOf(request)[0]);
  const digest = suggestionDigest(suggestion);
  return (await auditLog.causedBy('suggested', about, { digest })).includes(suggestion.by);
}

/** Resolves to whether the audit log proves that a step was applied, and that this command undoes it. */
export async function isAppliedSo(
  changeStep: ChangeStep,
  { subject, state = '' }: Undone,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const digest = undoDigest({ ...changeStep.step, subject }, state);
  return (await auditLog.causedBy('applied', entriesAbout(changeStep), { digest })).length > 0;
}
