import { outcomeEntry } from '../../audit-log/entries.ts';
import type { Change, Completion, Due } from '../../change/model/change.ts';
import { endId } from '../../change/model/ids.ts';
import { idOfStep, type StepOutcome, stepsOf } from '../../change/model/step.ts';
import { lookAhead } from '../../change/model/time-limits.ts';
import { isOfEarlierAttempt } from '../../change/transitions/claiming-job.ts';
import { complete } from '../../change/transitions/running.ts';
import type { Instant } from '../../core/clock.ts';
import type { Result, TouchedChange } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { outcomeEntries, resultOfClosing, updated } from '../notify/result-of-change.ts';
import { changeUnsent } from './change-unsent.ts';

/** What a job has made of a change. */
export interface Completed {
  /** The change as it is now. */
  readonly change: Change;
  /** The job's own result. */
  readonly result: Result;
}

/**
 * Stores the outcome of a step, which also completes the steps that can't start any more and, with the last step, closes the request. An
 * outcome that another job or run stored before stays, but one that differs is logged: as `late`, if it was another job. `handled`: tasks that
 * the job's own deliveries complete.
 */
export async function completeStep(
  read: Change,
  index: number,
  outcome: Completion,
  deps: TransitionDependencies,
  { late = outcome, handled = [] }: { readonly late?: Completion; readonly handled?: readonly Due[] } = {},
): Promise<Completed> {
  const { job } = outcome;
  let change = read;
  const transitioned = await deps.changes.change(
    read.id,
    (current) => {
      change = current;
      return complete(current, index, outcome, deps.clock());
    },
    read,
  );
  const own = stepsOf(change).slice(index, index + 1);
  if ('refused' in transitioned) {
    // Several looks at a background job find the same outcome. If it is stored, it is logged with the change; if not, once for all. The
    // claim may be that of a later attempt, whose outcome this is not.
    const isEarlier = isOfEarlierAttempt(change, index, job);
    const entries = own
      .filter(({ step }) => step.outcome?.kind !== late.kind)
      .map((changeStep) => {
        const { claimed } = changeStep.step;
        return outcomeEntry(changeStep, { ...late, job: (!isEarlier && claimed?.job) || job }, deps);
      });
    return { change, result: { deliveries: [], entries } };
  }
  change = transitioned.change;
  const result = resultOfCompletion(change, job, deps, handled);
  const kept = change.steps[index]?.outcome?.kind ?? outcome.kind;
  const isLogged = kept === outcome.kind || outcome.kind === 'unknown';
  const more = isLogged ? [] : own.map((changeStep) => outcomeEntry(changeStep, outcome, deps));
  return { change, result: { ...result, entries: [...(result.entries ?? []), ...more] } };
}

/**
 * Completes a step that this run has not sent, as `completeStep` does. Rejects with `NotDue` if another run of the job has claimed the step
 * since `change` was read.
 */
export async function completeUnsent(
  change: Change,
  index: number,
  outcome: StepOutcome,
  deps: TransitionDependencies,
): Promise<Completed> {
  const completing = (current: Change) => complete(current, index, outcome, deps.clock());
  const transitioned = await changeUnsent(change, index, completing, outcome.job, deps);
  if ('refused' in transitioned) return { change, result: { deliveries: [] } };
  return {
    change: transitioned.change,
    result: resultOfCompletion(transitioned.change, outcome.job, deps),
  };
}

/**
 * Returns the result of completing a step: the audit log entries of all steps that are completed with it, the jobs of the steps that
 * depend on it, its scheduled end if that is near, and the closing of the request after its last step. Pure, so a redelivered job returns it
 * again.
 */
export function resultOfCompletion(
  change: Change,
  job: string,
  deps: Pick<TransitionDependencies, 'clock'>,
  handled: readonly Due[] = [],
): Result {
  const ends = nearEndsBy(change, job, deps.clock());
  if (change.closed?.job === job) {
    const result = resultOfClosing(change, deps, handled);
    return { ...result, changes: [...result.changes, ...ends], isRepeatable: true };
  }
  return {
    deliveries: [],
    isRepeatable: true,
    entries: outcomeEntries(change, job, deps),
    changes: [...updated(change).changes, ...ends],
  };
}

/** Returns the ends that were stored with the outcomes of the steps that a job completed, and come before the next sweep may see them. */
const nearEndsBy = (change: Change, job: string, now: Instant): readonly TouchedChange[] =>
  stepsOf(change).flatMap((changeStep) => {
    const { end: { endsAt = Number.POSITIVE_INFINITY } = {}, outcome } = changeStep.step;
    const isNear = endsAt <= now + lookAhead;
    return isNear && outcome?.job === job ? [{ change: endId(idOfStep(changeStep)) }] : [];
  });
