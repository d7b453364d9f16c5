import { errorName } from '../../answer/user-error.ts';
import { outcomeEntry } from '../../audit-log/entries.ts';
import { withFacts } from '../../audit-log/with-facts.ts';
import type { CausedEntry } from '../../change/model/audit-log.ts';
import type { Change, Completion, Due } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { endId } from '../../change/model/ids.ts';
import { idOfStep, type StepOutcome, stepsOf } from '../../change/model/step.ts';
import { lookAhead } from '../../change/model/time-limits.ts';
import { isOfEarlierAttempt } from '../../change/transitions/claiming-job.ts';
import { complete } from '../../change/transitions/running.ts';
import type { Instant } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { NotDue } from '../../core/unavailable.ts';
import type { Result, TouchedChange } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { outcomeEntries, resultOfClosing, updated } from '../notify/result-of-change.ts';
import { changeUnsent } from './change-unsent.ts';

/** Dependencies for storing the outcome of a step. */
export type CompletionDependencies = TransitionDependencies & { readonly log: Log };

/** What a job has made of a change. */
export interface Completed {
  /** The change as it is now. */
  readonly change: Change;
  /** The job's own result. */
  readonly result: Result;
}

/** Adds to an entry what only the job knows. */
type Noted = (entry: CausedEntry) => CausedEntry;

/** How a step is completed, besides its outcome. */
interface Completing {
  /** The outcome that is logged if another job has stored one before. */
  readonly late?: Completion;
  /** Tasks that the job's own deliveries complete. */
  readonly handled?: readonly Due[];
  readonly noted?: Noted;
}

/**
 * Stores the outcome of a step and logs it, in one write. That also completes the steps that can't start any more and, with the last step,
 * closes the request. An outcome that another job or run stored before stays, but one that differs is logged.
 */
export async function completeStep(
  read: Change,
  index: number,
  outcome: Completion,
  deps: CompletionDependencies,
  { late = outcome, handled = [], noted = (entry) => entry }: Completing = {},
): Promise<Completed> {
  const { job } = outcome;
  let change = read;
  const completing = (current: Change): Transition => {
    change = current;
    return complete(current, index, outcome, deps.clock());
  };
  const entriesOf = (next: Change) => entriesOfCompletion(next, index, outcome, deps).map(noted);
  const storeOutcome = (transition: (current: Change) => Transition) =>
    deps.changes.change(read.id, transition, read);
  const { transitioned, isLogged } = await withEntries(storeOutcome, completing, job, entriesOf, deps);
  if ('refused' in transitioned) {
    // Several looks at a background job find the same outcome. If it is stored, it is logged with the change; if not, once for all. The
    // claim may be that of a later attempt, whose outcome this is not.
    const isEarlier = isOfEarlierAttempt(change, index, job);
    const entries = stepsOf(change)
      .slice(index, index + 1)
      .filter(({ step }) => step.outcome?.kind !== late.kind)
      .map((changeStep) => {
        const { claimed } = changeStep.step;
        return noted(outcomeEntry(changeStep, { ...late, job: (!isEarlier && claimed?.job) || job }, deps));
      });
    return { change, result: { deliveries: [], entries } };
  }
  change = transitioned.change;
  const result = resultOfCompletion(change, job, deps, handled);
  return { change, result: { ...result, entries: marked(entriesOf(change), isLogged) } };
}

/**
 * Completes a step that this run has not sent, as `completeStep` does. Rejects with `NotDue` if another run of the job has claimed the step
 * since `change` was read.
 */
export async function completeUnsent(
  change: Change,
  index: number,
  outcome: StepOutcome,
  deps: CompletionDependencies,
): Promise<Completed> {
  const { job } = outcome;
  const completing = (current: Change) => complete(current, index, outcome, deps.clock());
  const entriesOf = (next: Change) => outcomeEntries(next, job, deps);
  const storeOutcome = (transition: (current: Change) => Transition) =>
    changeUnsent(change, index, transition, job, deps);
  const { transitioned, isLogged } = await withEntries(storeOutcome, completing, job, entriesOf, deps);
  if ('refused' in transitioned) return { change, result: { deliveries: [] } };
  const completed = transitioned.change;
  const result = resultOfCompletion(completed, job, deps);
  return { change: completed, result: { ...result, entries: marked(entriesOf(completed), isLogged) } };
}

/**
 * Stores an outcome with its entries. What came of a step counts more than its entries: if the audit log can't take them, the outcome is
 * stored without, and the job appends them before it notifies anybody, or else the sweeper (`due`).
 */
async function withEntries(
  store: (transition: (current: Change) => Transition) => Promise<Transition>,
  completing: (current: Change) => Transition,
  job: string,
  entriesOf: (next: Change) => readonly CausedEntry[],
  { log }: CompletionDependencies,
): Promise<{ readonly transitioned: Transition; readonly isLogged: boolean }> {
  const logging = withFacts(completing, job, entriesOf);
  // An earlier run of the job may have stored it without its entries.
  let isLogged = false;
  try {
    const transitioned = await store((current) => {
      const next = logging(current);
      isLogged = 'facts' in next;
      return next;
    });
    return { transitioned, isLogged };
  } catch (error) {
    if (error instanceof NotDue) throw error;
    log('not recorded', { job, error: errorName(error) });
    return { transitioned: await store(completing), isLogged: false };
  }
}

/**
 * Returns the entries of what an outcome completes. Of an attempt at an end that is tried again the change keeps no outcome, but what
 * came of it is logged.
 */
function entriesOfCompletion(
  change: Change,
  index: number,
  outcome: Completion,
  deps: Pick<TransitionDependencies, 'clock'>,
): readonly CausedEntry[] {
  const kept = change.steps[index]?.outcome?.kind ?? outcome.kind;
  const isLogged = kept === outcome.kind || outcome.kind === 'unknown';
  const own = isLogged ? [] : stepsOf(change).slice(index, index + 1);
  return [
    ...outcomeEntries(change, outcome.job, deps),
    ...own.map((changeStep) => outcomeEntry(changeStep, outcome, deps)),
  ];
}

const marked = (entries: readonly CausedEntry[], isLogged: boolean): readonly CausedEntry[] =>
  isLogged ? entries.map((entry) => ({ ...entry, isLogged })) : entries;

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
