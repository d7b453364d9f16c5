import { abandon } from '../approvals/execute.ts';
import { entry } from '../audit-log/entries.ts';
import { refuseClick } from '../commands/confirm.ts';
import { preparedFrom } from '../commands/parse/prepare-request.ts';
import type { Pending } from '../core/pending-change.ts';
import type { Place } from '../core/reply-target.ts';
import { UserError } from '../core/user-error.ts';
import { contextFor } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain } from '../requests/describe-error.ts';
import type { DecisionMade, Job } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { identified } from './handle-job.ts';

/**
 * The result of a job whose worker died before it wrote one: a change that was begun has an unknown outcome, and is not
 * sent once more. Undefined where nothing was sent to the service, so that the job may be handled from its start.
 */
export async function recover(job: Job, ports: Ports): Promise<Result | undefined> {
  if (job.kind === 'execute') return abandon(job, ports);
  if (job.kind !== 'decision' || job.decision !== 'confirm') return undefined;
  return recoverConfirmed(await identified(job, ports), ports);
}

async function recoverConfirmed(job: DecisionMade, ports: Ports): Promise<Result | undefined> {
  const settled = await ports.pendings.settle(job.pending, job.place.person, job.decision, job.id);
  if ('refused' in settled) return refuseClick(settled.refused);
  const { pending } = settled;
  const begun = await ports.ledger.causedBy('started', { account: pending.account, request: pending.id });
  if (begun.length === 0) return undefined;
  const cut = `Skydesk was interrupted when it was about to ${pending.says}.`;
  const shows = await lineToLook(pending, job.place, ports);
  return {
    tellings: [{ way: 'replace', answer: explain(new UserError(cut, { changed: 'unknown' }), { shows }) }],
    entries: [entry('unknown', pending, ports, { note: cut })],
  };
}

/** The line that shows the current state; undefined where what it would name is gone or cannot be looked up. */
async function lineToLook(pending: Pending, place: Place, ports: Ports): Promise<string | undefined> {
  const prepared = preparedFrom(pending);
  try {
    return (
      prepared && (await prepared.resolve(await contextFor(prepared.account, place, ports))).statusCommand
    );
  } catch {
    return undefined;
  }
}
