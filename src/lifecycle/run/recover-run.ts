import { UserError } from '../../answer/user-error.ts';
import { entriesAbout } from '../../audit-log/entries.ts';
import type { Change } from '../../change/model/change.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { type ChangeStep, type StepOutcome, startedAs } from '../../change/model/step.ts';
import { interrupted } from '../../change/words/notification-answer.ts';
import { type ContextDependencies, contextFor } from '../../evaluate/build-context.ts';
import { explain } from '../../evaluate/describe-error.ts';
import type { Execute } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import { preparedStep } from '../prepare/prepare-change.ts';
import { type Completed, type CompletionDependencies, completeStep } from './complete-step.ts';
import { stepFor } from './execute.ts';
import type { EvidenceDependencies } from './proof.ts';
import { startTracking } from './start-tracking.ts';

/** Dependencies for recovering a job whose worker died. */
export type RecoverDependencies = ContextDependencies & CompletionDependencies & EvidenceDependencies;

/** Recovers the execution of a step whose worker died, as `recoverStep` does. */
export async function recoverExecution(
  { change: id, index, ...job }: Execute,
  deps: RecoverDependencies,
): Promise<Result | undefined> {
  const change = await deps.changes.get(id);
  return change && (await recoverStep(change, index, job, deps))?.result;
}

/**
 * Recovers the step of a job whose worker died before it stored a result. One that may have been sent has an unknown outcome, and is not
 * sent again; one that the cloud API accepted is polled. Resolves to undefined if nothing was sent to the cloud API, so the job can be
 * processed from the start.
 */
export async function recoverStep(
  read: Change,
  index: number,
  job: Pick<Execute, 'id' | 'attempt'>,
  deps: RecoverDependencies,
): Promise<Completed | undefined> {
  const found = stepFor(read, index, job, deps);
  if ('result' in found) return { change: read, result: found.result };
  const { change, changeStep } = found;
  if (changeStep.step.claimed?.job !== job.id) return undefined;
  if (!(await isStarted(changeStep, job.id, deps))) return undefined;
  const { accepted } = changeStep.step.claimed;
  if (accepted) {
    const { followUp } = startTracking(changeStep, accepted, { ...change, id: job.id });
    return { change, result: { deliveries: [{ kind: 'track', followUp }] } };
  }
  const unknown = await outcomeUnknown(change, index, deps);
  return completeStep(change, index, { ...unknown, kind: 'unknown', job: job.id }, deps);
}

/** Resolves to whether a job may have sent a step, which it does only after the audit log has its start. */
export const isStarted = async (
  changeStep: ChangeStep,
  job: string,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> =>
  (await auditLog.causedBy('started', entriesAbout(changeStep), { job: startedAs(changeStep.step, job) }))
    .length > 0;

/** Resolves to the answer for a step that may have been sent. */
async function outcomeUnknown(
  change: Change,
  index: number,
  deps: ContextDependencies,
): Promise<Pick<StepOutcome, 'answer' | 'note' | 'statusCommand'>> {
  const step = change.steps[index] ?? change.steps[0];
  if (isReversal(change)) return interrupted(step);
  const cut = `Skydesk was interrupted during this change: ${step.title}.`;
  const statusCommand = await statusCommandOf(change, index, deps);
  const answer = explain(new UserError(cut, { changed: 'unknown' }), { statusCommand });
  return { answer, note: cut, statusCommand };
}

/** Resolves to the command that shows the current state; undefined if its names are gone or can't be looked up. */
async function statusCommandOf(
  { steps, replyTo }: Change,
  index: number,
  deps: ContextDependencies,
): Promise<string | undefined> {
  const prepared = preparedStep(steps, index);
  try {
    return (
      prepared && (await prepared.resolve(await contextFor(prepared.account, replyTo, deps))).statusCommand
    );
  } catch {
    return undefined;
  }
}
