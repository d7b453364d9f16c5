import type { DecidingDependencies } from '../../audit-log/entries.ts';
import type { Change } from '../../change/model/change.ts';
import { type ChangeStep, stepsOf } from '../../change/model/step.ts';
import { lookedAtAfter, recoverAfter } from '../../change/model/time-limits.ts';
import { sweepJob } from '../../change/transitions/claiming-job.ts';
import { complete } from '../../change/transitions/running.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import type { EndDependencies } from '../notify/lifecycle-dependencies.ts';
import { executionOf } from './enqueue-execution.ts';
import { isStarted } from './recover-run.ts';
import { withhold } from './run-step.ts';

/** A change, and the positions of its steps that were claimed and not sent. */
interface Resumed {
  readonly change: Change;
  readonly unsent: ReadonlySet<number>;
}

/**
 * Goes on with steps that a worker claimed and did not start, since it died or the audit log was away. A step is sent only after the
 * log has its start, so these were certainly not sent. Their jobs are queued again: another run of a job can take over its claim. A
 * step that the job of a click runs fails instead, after the deliveries of that job, so that nothing waits behind it for long. Rejects if
 * the audit log or the queue does not answer.
 */
export async function resumeUnsent(
  change: Change,
  deps: EndDependencies & DecidingDependencies,
): Promise<Resumed> {
  const unsent = await unsentSteps(change, deps);
  let left = change;
  for (const changeStep of unsent) {
    const { job, at } = changeStep.step.claimed;
    const execution = executionOf(change, changeStep);
    if (job === execution.id) await deps.queue.send(execution);
    else if (deps.clock() - at >= lookedAtAfter) left = await failUnsent(left, changeStep, job, deps);
  }
  return { change: left, unsent: new Set(unsent.map(({ index }) => index)) };
}

type Claimed = ChangeStep & {
  readonly step: { readonly claimed: NonNullable<ChangeStep['step']['claimed']> };
};

/** Returns whether the worker that claimed a step must be dead by now, and the cloud API has not accepted it. */
const isLeft = (changeStep: ChangeStep, now: number): changeStep is Claimed => {
  const { claimed, outcome } = changeStep.step;
  return claimed !== undefined && !outcome && !claimed.accepted && now - claimed.at >= recoverAfter;
};

async function unsentSteps(change: Change, deps: EndDependencies): Promise<readonly Claimed[]> {
  const left = stepsOf(change).filter((changeStep) => isLeft(changeStep, deps.clock()));
  const started = await Promise.all(
    left.map((changeStep) => isStarted(changeStep, changeStep.step.claimed.job, deps)),
  );
  return left.filter((_, at) => !started[at]);
}

/** Fails a step, and prevents that a late copy of the click sends it. */
async function failUnsent(
  change: Change,
  changeStep: Claimed,
  job: string,
  deps: EndDependencies & DecidingDependencies,
): Promise<Change> {
  await withhold(changeStep, job, deps);
  const outcome = { kind: 'failed', ...whyNotRun.interrupted(), job: sweepJob } as const;
  const closed = await deps.changes.change(change.id, (current) =>
    complete(current, changeStep.index, outcome, deps.clock()),
  );
  return 'change' in closed ? closed.change : change;
}
