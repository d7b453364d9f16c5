import type { Change } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { assessed, differences, isUnchanged } from './basis-of-steps.ts';
import { type ChangeEvaluation, evaluateChange } from './evaluate-change.ts';

/** Dependencies for evaluating a request again. */
export interface EvaluateAgainDependencies extends ContextDependencies {
  readonly changes: ContextDependencies['changes'] & Pick<Changes, 'assessmentOf'>;
}

/** A request with its current evaluation. */
interface EvaluatedAgain {
  readonly evaluation: ChangeEvaluation;
  /** The differences from the first evaluation, each a sentence; undefined if there are none. */
  readonly changes?: readonly string[];
}

/** Evaluates the steps of a request again, or only the one at `index`, before it runs. Reads only. */
export async function evaluateAgain(
  change: Change,
  prepared: NonEmpty<Prepared<Context>>,
  deps: EvaluateAgainDependencies,
  index?: number,
): Promise<EvaluatedAgain> {
  const evaluation = await evaluateSteps(change, prepared, deps, index);
  const basis = change.judgement?.basis ?? [];
  if (isUnchanged(index === undefined ? basis : basis.slice(index, index + 1), evaluation.basis))
    return { evaluation };
  const before = assessed(basis, await deps.changes.assessmentOf(change.id), index);
  return { evaluation, changes: differences(before, assessed(evaluation.basis, evaluation.assessment)) };
}

/** Evaluates steps in the current state. For the one at `index`, changes by earlier steps are not differences. */
export function evaluateSteps(
  { steps, replyTo }: Change,
  prepared: NonEmpty<Prepared<Context>>,
  deps: ContextDependencies,
  index?: number,
): Promise<ChangeEvaluation> {
  const known = index === undefined ? steps : steps.slice(index, index + 1);
  return evaluateChange(prepared, replyTo, deps, {
    undoes: known.map(({ undoes }) => undoes),
    known,
    ...(index !== undefined && { earlier: steps[index]?.after === undefined ? [] : steps.slice(0, index) }),
    isRepeated: true,
  });
}
