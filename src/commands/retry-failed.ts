import { failedSteps } from '../approvals/step-list.ts';
import { prepareChange } from '../changes/prepare-change.ts';
import { failed } from '../core/answer.ts';
import type { Step } from '../core/change.ts';
import { mapNonEmpty } from '../core/non-empty.ts';
import type { DecisionMade } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { whyNotPrepared } from './parse/prepare-request.ts';
import { type KnownStep, type PreviewDependencies, previewChange } from './preview-change.ts';

/** Previews a change of the steps of a request that failed, with their arguments as they were, for a person who pressed the button. */
export async function retryFailed(job: DecisionMade, deps: PreviewDependencies): Promise<Result> {
  const approval = await deps.approvals.get(job.pending);
  const positions = approval?.ended ? failedSteps(approval) : [];
  const [first, ...others] = positions.flatMap((index) => approval?.steps[index] ?? []);
  if (!first) return ephemeral([failed('There is nothing left to retry.')]);
  const steps = [first, ...others] as const;
  const preparation = prepareChange(steps);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const prepared = mapNonEmpty(preparation.prepared, (one, index) => ({
    ...one,
    line: steps[index]?.line ?? one.line,
    reason: approval?.reason || one.reason,
    ticket: approval?.ticket ?? one.ticket,
  }));
  return previewChange({ prepared, known: steps.map((step) => knownOf(step, positions)) }, job, deps);
}

/** A step waits for the same step as before, if that is retried too; what it undoes is claimed once more. */
function knownOf({ after, undoes }: Step, positions: readonly number[]): KnownStep {
  const position = after === undefined ? -1 : positions.indexOf(after);
  return {
    ...(position >= 0 && { after: position }),
    ...(undoes && { undoes: { id: undoes.id, subject: undoes.subject } }),
  };
}
