import type { EvidenceDependencies, NotifyDependencies } from '../approvals/approval-dependencies.ts';
import { abandon } from '../approvals/execute.ts';
import { auditEntry } from '../audit-log/entries.ts';
import { type DecideDependencies, refuseClick } from '../commands/confirm.ts';
import { preparedFrom } from '../commands/parse/prepare-request.ts';
import type { PendingChange } from '../core/pending-change.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import { UserError } from '../core/user-error.ts';
import { type ContextDependencies, contextFor } from '../requests/build-context.ts';
import { explain } from '../requests/describe-error.ts';
import type { DecisionMade, Job } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { identified } from './handle-job.ts';

/** What it takes to find out how far a job came whose worker died. */
export type RecoverDependencies = ContextDependencies &
  DecideDependencies &
  NotifyDependencies &
  EvidenceDependencies;

/**
 * The result of a job whose worker died before it wrote one: a change that was begun has an unknown outcome, and is not
 * sent once more. Undefined where nothing was sent to the service, so that the job may be handled from its start.
 */
export async function recover(job: Job, deps: RecoverDependencies): Promise<Result | undefined> {
  if (job.kind === 'execute') return abandon(job, deps);
  if (job.kind !== 'decision' || job.decision !== 'confirm') return undefined;
  return recoverConfirmed(await identified(job, deps), deps);
}

async function recoverConfirmed(job: DecisionMade, deps: RecoverDependencies): Promise<Result | undefined> {
  const settled = await deps.pendingChanges.decide(job.pending, job.place.person, job.decision, job.id);
  if ('refused' in settled) return refuseClick(settled.refused);
  const { pending } = settled;
  const begun = await deps.auditLog.causedBy('started', { account: pending.account, request: pending.id });
  if (begun.length === 0) return undefined;
  const cut = `Skydesk was interrupted when it was about to ${pending.says}.`;
  const shows = await lineToLook(pending, job.place, deps);
  return {
    deliveries: [{ kind: 'replace', answer: explain(new UserError(cut, { changed: 'unknown' }), { shows }) }],
    entries: [auditEntry('unknown', pending, deps, { note: cut })],
  };
}

/** The line that shows the current state; undefined where what it would name is gone or cannot be looked up. */
async function lineToLook(
  pending: PendingChange,
  place: ReplyTarget,
  deps: ContextDependencies,
): Promise<string | undefined> {
  const prepared = preparedFrom(pending);
  try {
    return (
      prepared && (await prepared.resolve(await contextFor(prepared.account, place, deps))).statusCommand
    );
  } catch {
    return undefined;
  }
}
