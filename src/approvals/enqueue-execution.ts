import { entriesAbout } from '../audit-log/entries.ts';
import { needsApproval, votesOf } from '../change/model/approval.ts';
import type { Change } from '../change/model/change.ts';
import { agreedDigest } from '../change/model/digest.ts';
import { executionId } from '../change/model/ids.ts';
import { type ChangeStep, dueSteps } from '../change/model/step.ts';
import { dueAfter } from '../change/model/step-order.ts';
import type { EvidenceDependencies } from '../changes/recover-run.ts';
import type { Execute } from '../queue/job.ts';

/**
 * The jobs that execute the steps of an approved change that are due: one per step, with the same id however often it is
 * sent. The idempotency record of that job is the step's.
 */
export const executionsOf = (change: Change, now: number): readonly Execute[] =>
  dueSteps(change, now).map((changeStep) => executionOf(change, changeStep));

/** The jobs that execute the steps which have waited for the step at `index`. */
export const executionsAfter = (change: Change, index: number, now: number): readonly Execute[] =>
  dueAfter(change, index, now).map((changeStep) => executionOf(change, changeStep));

/** The job that executes a step. */
export const executionOf = (
  { id, team, replyTo }: Change,
  { index }: Pick<ChangeStep, 'index'>,
): Execute => ({ kind: 'execute', id: executionId(id, index), team, replyTo, change: id, index });

/**
 * Whether the audit log proves all that a step rests on: that it was requested, and that its requester confirmed exactly this, or
 * that each voter approved exactly this. Without that it does not run: either the job that has to write it comes again, or nobody
 * ever decided so.
 */
export async function isApprovalLogged(
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
