import { UserError } from '../answer/user-error.ts';
import type { TransitionDependencies } from '../approvals/approval-dependencies.ts';
import { abandon } from '../approvals/execute.ts';
import { outcomeEntry } from '../audit-log/entries.ts';
import type { RequestedChange } from '../change/model/change.ts';
import { type ChangeStep, stepsOf } from '../change/model/step.ts';
import { titleOf } from '../change/model/titles.ts';
import { endOfUnknown } from '../changes/end-of-unknown.ts';
import { type EvidenceDependencies, isStarted } from '../changes/execute-step.ts';
import { preparedSteps } from '../changes/prepare-change.ts';
import { type DecideDependencies, refuseClick } from '../commands/confirm.ts';
import { identified } from '../evaluate/admission.ts';
import { type ContextDependencies, contextFor } from '../evaluate/build-context.ts';
import { explain } from '../evaluate/describe-error.ts';
import { abandonEnd } from '../leases/end-lease.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import type { DecisionMade, Job } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';

/** Dependencies for finding out how far a job came whose worker died. */
export type RecoverDependencies = ContextDependencies &
  DecideDependencies &
  TransitionDependencies &
  EvidenceDependencies;

/**
 * The result of a job whose worker died before it wrote one: a change that was begun has an unknown outcome, and is not
 * sent again. Undefined if nothing was sent to the cloud API, so that the job can be handled from the start.
 */
export async function recover(job: Job, deps: RecoverDependencies): Promise<Result | undefined> {
  if (job.kind === 'execute') return abandon(job, deps);
  if (job.kind === 'endLease') return abandonEnd(job, deps);
  if (job.kind !== 'decision' || job.decision !== 'confirm') return undefined;
  return recoverConfirmed(await identified(job, deps), deps);
}

async function recoverConfirmed(job: DecisionMade, deps: RecoverDependencies): Promise<Result | undefined> {
  const decided = await deps.changes.decide(job.on, job.replyTo.person, 'confirm', job.id);
  if ('refused' in decided) return refuseClick(decided);
  const { change } = decided;
  // Its steps have jobs of their own.
  if (await deps.changes.get(change.id)) return undefined;
  const started = await startedSteps(change, deps);
  if (started.length === 0) return undefined;
  const cut = `Skydesk was interrupted during this change: ${titleOf({ steps: started.map(({ step }) => step) })}.`;
  const command = await statusCommand(change, job.replyTo, deps);
  const explained = explain(new UserError(cut, { changed: 'unknown' }), { statusCommand: command });
  const ends = await Promise.all(started.map((changeStep) => endOfUnknown(changeStep, deps)));
  return {
    deliveries: [{ kind: 'replace', answer: [...explained, ...ends.flatMap(({ answer }) => answer)] }],
    entries: started.map((changeStep, index) =>
      outcomeEntry(changeStep, { ...ends[index], kind: 'unknown', note: cut }, deps),
    ),
  };
}

/** The steps of a confirmed change that may have been sent to the service. */
async function startedSteps(
  change: RequestedChange,
  deps: RecoverDependencies,
): Promise<readonly ChangeStep[]> {
  const steps = stepsOf(change);
  const started = await Promise.all(steps.map((changeStep) => isStarted(changeStep, deps)));
  return steps.filter((_, index) => started[index]);
}

/** The command that shows the current state; undefined where what it would name is gone or cannot be looked up. */
async function statusCommand(
  { steps }: RequestedChange,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<string | undefined> {
  const [prepared] = preparedSteps(steps) ?? [];
  try {
    return (
      prepared && (await prepared.resolve(await contextFor(prepared.account, replyTo, deps))).statusCommand
    );
  } catch {
    return undefined;
  }
}
