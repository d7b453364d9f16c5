import { randomUUID } from 'node:crypto';
import { type Answer, failed } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import type { Resource } from '../../change/model/resource.ts';
import { type StepOutcome, stepsOf } from '../../change/model/step.ts';
import type { Completion } from '../../change/model/step-completion.ts';
import { claim } from '../../change/transitions/running.ts';
import type { DecisionMade } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import type { ApprovedRunDependencies } from '../run/run-dependencies.ts';
import { holdFor, lookedAt, runOfStep } from '../run/run-of-step.ts';
import { runStep, StartNotLogged } from '../run/run-step.ts';
import type { StoredOpening } from '../run/store-opening.ts';
import { type Confirmed, confirmedChange } from './confirmed-change.ts';
import { retryButtons } from './retry-buttons.ts';

const unlogged = 'Nothing was changed: the audit log is unavailable, and unlogged changes are blocked.';

/**
 * Stores a confirmed change of one step that starts now, claimed by the job that confirmed it, and runs it. A failure gets buttons
 * that try again.
 */
export async function runConfirmed(
  confirmed: Confirmed,
  opening: StoredOpening,
  job: DecisionMade,
  resource: Resource | undefined,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const now = deps.clock();
  const runId = randomUUID();
  const [{ prepared, superseded, plan }] = opening.evaluation.steps;
  const claimed = claim(
    await numbered(confirmedChange(confirmed, now), deps),
    0,
    { job: job.id, run: runId, leaves: plan.leaves },
    now,
  );
  if ('refused' in claimed) throw new Error(claimed.refused);
  const { change } = claimed;
  const [changeStep] = stepsOf(change);
  const retry = (error: unknown): Answer => retryButtons({ ...prepared, line: changeStep.step.line }, error);
  const run = runOfStep(change, changeStep, lookedAt(opening), job, deps, resource, runId);
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
    isFirst = await deps.changes.put(change, holdFor(resource, changeStep, superseded));
    return isFirst ? undefined : run.claim();
  };
  try {
    return await runStep({ ...run, claim: store, complete }, job.id, deps);
  } catch (error) {
    // An earlier run of the job may have started it.
    if (!(error instanceof StartNotLogged && isFirst)) throw error;
    const outcome = { kind: 'failed', answer: [failed(unlogged)], note: unlogged, job: job.id } as const;
    return run.completeUnsent(withRetry(outcome, error));
  }
}

/** A change that ends later has a number, by which people speak of it until then. */
const numbered = async (change: Change, { changes }: ApprovedRunDependencies): Promise<Change> =>
  change.steps[0].ends ? { ...change, number: await changes.takeNumber() } : change;
