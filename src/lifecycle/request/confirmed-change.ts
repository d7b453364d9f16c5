import { randomUUID } from 'node:crypto';
import type { Answer } from '../../answer/answer.ts';
import { agreedEntries } from '../../audit-log/entries.ts';
import {
  type Change,
  type Completion,
  isRefusedAtOnce,
  type RequestedChange,
} from '../../change/model/change.ts';
import type { Resource } from '../../change/model/resource.ts';
import { type StepOutcome, stepsOf } from '../../change/model/step.ts';
import { latestStart } from '../../change/model/step-order.ts';
import { claim } from '../../change/transitions/running.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import type { Instant } from '../../core/clock.ts';
import type { Point } from '../../policy/risk.ts';
import type { Result } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { outcomeEntries, resultOfClosing, updated } from '../notify/result-of-change.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { type ApprovedRunDependencies, holdFor, lookedAt, runOfStep } from '../run/run-of-step.ts';
import { runStep, StartNotLogged } from '../run/run-step.ts';
import type { StoredOpening } from '../run/store-opening.ts';
import { requestedNote } from '../views/describe-plan.ts';
import { removePreview } from '../views/immediate-change.ts';
import { retryButtons } from './retry-buttons.ts';

/** A confirmed change to be stored. */
export interface Confirmed {
  readonly change: RequestedChange & Pick<Change, 'expires'>;
  /** Id of the job that confirmed it. */
  readonly job: string;
  readonly evaluation: Pick<ChangeEvaluation, 'impact' | 'impactLine' | 'policy' | 'basis'>;
  readonly points: readonly Point[];
}

/** Returns whether separate jobs execute a confirmed change: it has several steps, or starts later. */
export const runsInJobs = ({ steps }: Pick<RequestedChange, 'steps'>, now: Instant): boolean =>
  steps.length > 1 || latestStart(steps, now) > now;

/** Stores a confirmed change as a request without approval. A job executes each of its steps when it is due. Safe to repeat. */
export async function storeConfirmed(confirmed: Confirmed, deps: TransitionDependencies): Promise<Result> {
  const number = await deps.changes.takeNumber();
  const change = { ...confirmedChange(confirmed, deps.clock()), number };
  await deps.changes.put(change);
  return goOnRunning((await deps.changes.get(change.id)) ?? change, deps);
}

/**
 * Returns the result of storing a confirmed change: its message is posted, then its due steps are executed. If another run of
 * the job refused the change, returns that.
 */
export const goOnRunning = (change: Change, deps: TransitionDependencies): Result =>
  isRefusedAtOnce(change)
    ? resultOfClosing(change, deps)
    : {
        deliveries: [removePreview],
        entries: [
          ...agreedEntries('requested', change, deps, { note: requestedNote(change) }),
          ...agreedEntries('confirmed', change, deps),
          ...outcomeEntries(change, change.job, deps),
        ],
        outcome: 'accepted',
        ...updated(change),
      };

/** Creates a change that needs no approval. */
function confirmedChange({ change, job, evaluation, points }: Confirmed, now: Instant): Change {
  const { impact, impactLine, policy, basis } = evaluation;
  return {
    ...change,
    job,
    judgement: { impact, impactLine, points, policy, basis },
    created: now,
    status: 'approved',
    since: now,
    messages: [],
  };
}

/**
 * Stores a confirmed change of one step that starts now, already claimed by the job that confirmed it, and runs it. Adds retry
 * buttons to a failure.
 */
export async function runConfirmed(
  confirmed: Confirmed,
  opening: StoredOpening,
  resources: readonly Resource[],
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const { job } = confirmed;
  const now = deps.clock();
  const runId = randomUUID();
  const [{ prepared }] = opening.evaluation.steps;
  const found = lookedAt(opening);
  const claimed = claim(
    await numbered(confirmedChange(confirmed, now), deps),
    0,
    { job, run: runId, leaves: found.resolved.leaves },
    now,
  );
  if ('refused' in claimed) throw new Error(claimed.refused);
  const { change } = claimed;
  const [changeStep] = stepsOf(change);
  const retry = (error: unknown): Answer => retryButtons({ ...prepared, line: changeStep.step.line }, error);
  const run = runOfStep(change, changeStep, found, job, deps, resources, runId);
  const withRetry = (outcome: StepOutcome, error: unknown): StepOutcome => ({
    ...outcome,
    answer: [...outcome.answer, ...retry(error)],
  });
  const complete = (completion: Completion, error?: unknown): Promise<Result> =>
    run.complete(
      completion.kind === 'failed' && error !== undefined ? withRetry(completion, error) : completion,
    );
  let isFirst = true;
  const store = async (): Promise<Result | undefined> => {
    isFirst = await deps.changes.put(change, holdFor(resources, changeStep));
    return isFirst ? undefined : run.claim();
  };
  try {
    return await runStep({ ...run, claim: store, complete }, job, deps);
  } catch (error) {
    // If this run did not store the change, an earlier run of the job may have started it.
    if (!(error instanceof StartNotLogged && isFirst)) throw error;
    const outcome = { kind: 'failed', ...whyNotRun.logAway(), job } as const;
    return run.completeUnsent(withRetry(outcome, error));
  }
}

/** Adds a number, which people use to refer to a change that ends later. */
const numbered = async (change: Change, { changes }: ApprovedRunDependencies): Promise<Change> =>
  change.steps[0].ends ? { ...change, number: await changes.takeNumber() } : change;
