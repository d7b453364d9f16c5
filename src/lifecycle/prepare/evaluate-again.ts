import type { Change } from '../../change/model/change.ts';
import { begunAt } from '../../change/model/deadlines.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { changedBy, creatorOf } from './done-by-another.ts';
import { type ChangeEvaluation, evaluateChange } from './evaluate-change.ts';
import { whyOutdated } from './still-agreed.ts';

/** A request with its current evaluation. */
interface EvaluatedAgain {
  readonly evaluation: ChangeEvaluation;
  /** Why it is no longer what people agreed to, each a sentence; undefined if it still is. */
  readonly changes?: readonly string[];
  /** The next step of its requester then, if that is not to request it again. */
  readonly next?: string;
}

/** Evaluates the steps of a request again, or only the one at `index`, before it runs. Reads only. */
export async function evaluateAgain(
  change: Change,
  prepared: NonEmpty<Prepared<Context>>,
  deps: ContextDependencies,
  index?: number,
): Promise<EvaluatedAgain> {
  const evaluation = await evaluateSteps(change, prepared, deps, index);
  const { basis = [], impact = [] } = change.judgement ?? {};
  const agreed = index === undefined ? basis : basis.slice(index, index + 1);
  const steps = index === undefined ? change.steps : change.steps.slice(index, index + 1);
  const creator = await creatorOf({ ...change, steps }, deps);
  if (creator !== undefined) return { evaluation, changes: [whyNotRun.doneByAnother(creator)], next: '' };
  const why = whyOutdated({ basis: agreed, impact }, evaluation) ?? untrueTitles(change, evaluation, index);
  if (!why) return { evaluation };
  const others = await mapConcurrently(steps, (step) => changedBy(change, step, deps), maxConcurrency.store);
  const by = new Set(others.flatMap((name) => name ?? []));
  return { evaluation, changes: [...why, ...[...by].map(whyNotRun.changedByAnother)] };
}

/** Returns what the steps of a change do, if that is not what its stored titles say: people read those. */
function untrueTitles(
  { steps }: Change,
  evaluation: ChangeEvaluation,
  index: number | undefined,
): readonly string[] | undefined {
  const untrue = evaluation.steps.filter(({ resolved }, at) => resolved.title !== steps[at]?.title);
  if (index !== undefined || untrue.length === 0) return undefined;
  return untrue.map(({ resolved }) => whyNotRun.titleUntrue(resolved.title));
}

/** Evaluates steps in the current state. For the one at `index`, changes by earlier steps are not differences. */
export function evaluateSteps(
  change: Change,
  prepared: NonEmpty<Prepared<Context>>,
  deps: ContextDependencies,
  index?: number,
): Promise<ChangeEvaluation> {
  const { id, steps, replyTo } = change;
  const known = index === undefined ? steps : steps.slice(index, index + 1);
  const begun = index === undefined ? undefined : begunAt(change, index);
  return evaluateChange(prepared, replyTo, deps, {
    undoes: known.map(({ undoes }) => undoes),
    known: known.map((step) => ({ ...step, begunAt: begun })),
    ...(index !== undefined && { earlier: steps[index]?.after === undefined ? [] : steps.slice(0, index) }),
    isRepeated: true,
    change: id,
  });
}
