import type { ContextDependencies } from '../evaluate/build-context.ts';
import { deadRunOf } from '../lifecycle/run/execute.ts';
import { type DeadRun, type EvidenceDependencies, recoverRun } from '../lifecycle/run/recover-run.ts';
import type { TransitionDependencies } from '../lifecycle/tell/lifecycle-dependencies.ts';
import type { DecisionMade, Job } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';

/** Dependencies for finding out how far a job came whose worker died. */
export type RecoverDependencies = ContextDependencies & TransitionDependencies & EvidenceDependencies;

/**
 * The result of a job whose worker died before it wrote one: a step that may have been sent has an unknown outcome, and is not
 * sent again. Undefined if nothing was sent to the cloud API, so that the job can be handled from the start.
 */
export async function recover(job: Job, deps: RecoverDependencies): Promise<Result | undefined> {
  const found = await deadRun(job, deps);
  if (!found) return undefined;
  return 'result' in found ? found.result : recoverRun(found, job.id, deps);
}

async function deadRun(
  job: Job,
  deps: RecoverDependencies,
): Promise<DeadRun | { readonly result: Result } | undefined> {
  if (job.kind === 'execute') return deadRunOf(job.change, job.index, job, deps);
  return job.kind === 'decision' && (await ranAtOnce(job, deps))
    ? deadRunOf(job.on, 0, job, deps)
    : undefined;
}

/** Whether a job confirmed a change and ran it itself: else its steps have jobs of their own. */
async function ranAtOnce(
  { decision, on, id }: DecisionMade,
  { changes }: RecoverDependencies,
): Promise<boolean> {
  const change = decision === 'confirm' ? await changes.get(on) : undefined;
  return change?.steps[0].claimed?.job === id;
}
