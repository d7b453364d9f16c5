import { failedSteps } from '../approvals/step-list.ts';
import { prepareChange } from '../changes/prepare-change.ts';
import { failed } from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import type { Step } from '../core/change.ts';
import { mapNonEmpty } from '../core/non-empty.ts';
import { writeStepReference } from '../core/step-reference.ts';
import { withResults } from '../core/step-results.ts';
import { operationById } from '../operations/index.ts';
import type { DecisionMade } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { whyNotPrepared } from './parse/prepare-request.ts';
import { type PreviewDependencies, previewChange } from './preview-change.ts';

const nothingLeft = ephemeral([failed('There is nothing left to retry.')]);

/**
 * Previews a change of the steps of a request that failed, with their arguments as they were, for a person who pressed the
 * button.
 */
export async function retryFailed(job: DecisionMade, deps: PreviewDependencies): Promise<Result> {
  const approval = await deps.approvals.get(job.on);
  if (!approval?.ended) return nothingLeft;
  const [first, ...others] = failedSteps(approval).flatMap((index) => retried(approval, index));
  if (!first) return nothingLeft;
  const steps = [first, ...others] as const;
  const preparation = prepareChange(steps);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const prepared = mapNonEmpty(preparation.prepared, (step) => ({
    ...step,
    reason: approval.reason || step.reason,
    ticket: approval.ticket ?? step.ticket,
  }));
  const known = steps.map(({ after, undoes }) => ({ after, undoes }));
  return previewChange({ prepared, known }, job, deps);
}

/**
 * A step as it is retried. It waits for the same step as before, and takes what that gives, if that is retried too. What a
 * step that is done gave stands in place of a reference to it. What it undoes is claimed once more.
 */
function retried(approval: Approval, index: number): readonly Step[] {
  const positions = failedSteps(approval);
  const step = approval.steps[index];
  const operation = step && operationById(step.operation);
  if (!step || !operation) return step ? [step] : [];
  const { after, undoes, raw } = step;
  const position = after === undefined ? -1 : positions.indexOf(after);
  return [
    {
      ...step,
      raw: withResults(operation, raw, (reference) => {
        const given = approval.steps[reference.step - 1]?.outcome?.results?.[reference.result];
        return given ?? writeStepReference({ ...reference, step: positions.indexOf(reference.step - 1) + 1 });
      }),
      after: position < 0 ? undefined : position,
      undoes: undoes && { id: undoes.id, subject: undoes.subject },
    },
  ];
}
