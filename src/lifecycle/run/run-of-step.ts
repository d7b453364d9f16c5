import { randomUUID } from 'node:crypto';
import { orLogged } from '../../answer/or-logged.ts';
import type { Change } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import type { Resource } from '../../change/model/resource.ts';
import { isReversal } from '../../change/model/reversal.ts';
import type { ChangeStep, Claimed, StepOutcome } from '../../change/model/step.ts';
import { accept, claim } from '../../change/transitions/running.ts';
import type { Instant } from '../../core/clock.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import type { Delivery } from '../../queue/result.ts';
import { show } from '../notify/keep-messages.ts';
import type { ApprovalDependencies } from '../notify/lifecycle-dependencies.ts';
import { updated } from '../notify/result-of-change.ts';
import { looksSame } from '../views/draw-change.ts';
import { retryButtons } from '../views/retry-buttons.ts';
import { hasStepList } from '../views/step-list.ts';
import { closedRows } from './closed-rows.ts';
import { type Completed, completeStep, resultOfCompletion } from './complete-step.ts';
import { type HowUndoneDependencies, howUndone, subjectOf } from './how-undone.ts';
import type { EvidenceDependencies } from './proof.ts';
import type { Run, RunDependencies } from './run-step.ts';
import { startTracking } from './start-tracking.ts';
import type { OpeningDependencies, StoredOpening } from './store-opening.ts';

/** Dependencies for executing an approved change. */
export type ApprovedRunDependencies = ApprovalDependencies &
  RunDependencies &
  HowUndoneDependencies &
  EvidenceDependencies &
  OpeningDependencies;

/** A step that may run: what it does and opens now, and the records of what it holds, as they were before both were read. */
export interface JudgedStep {
  readonly opening: StoredOpening;
  readonly resources: readonly Resource[];
  /** The run that has claimed the step in the write that stored the change; undefined if nobody has claimed it. */
  readonly run?: string;
}

/** The effect of a step, as evaluated just before the run. */
interface LookedAt extends Pick<EvaluatedStep, 'resolved'>, Omit<JudgedStep, 'opening'> {
  readonly prepared?: EvaluatedStep['prepared'];
  /** Removes the stored opening if the step opens nothing. */
  readonly forget?: StoredOpening['forget'];
}

/** Returns a step whose opening is stored. */
export const lookedAt = ({ opening: { evaluation, forget }, ...judged }: JudgedStep): LookedAt => {
  const [{ resolved, prepared }] = evaluation.steps;
  return { ...judged, resolved, prepared, forget };
};

/** Claims a step, and what it holds, for a run of a job. */
export function claimFor(
  change: Change,
  index: number,
  { resolved: { leaves }, resources }: LookedAt,
  by: Pick<Claimed, 'job' | 'run'>,
  now: Instant,
): Transition {
  const claimed = claim(change, index, { ...by, leaves }, now);
  return 'refused' in claimed
    ? claimed
    : { ...claimed, holds: { resources, by: { change: change.id, index } } };
}

/** Creates the run of a stored step for `runStep`. */
export function runOfStep(
  change: Change,
  changeStep: ChangeStep,
  found: LookedAt,
  job: string,
  deps: ApprovedRunDependencies,
): Run<Completed> {
  const { index } = changeStep;
  const { resolved, forget = async () => {} } = found;
  const isOfClick = job === change.job;
  let stored = change;
  return {
    changeStep,
    resolved,
    ...reasonOf(change),

    async claim() {
      if (found.run !== undefined) return undefined;
      const run = randomUUID();
      const claimed = await deps.changes.change(
        change.id,
        (current) => claimFor(current, index, found, { job, run }, deps.clock()),
        change,
      );
      if ('refused' in claimed) {
        await forget();
        // Another run of the job may have ended the step since, and died before it answered.
        const now = (await deps.changes.get(change.id)) ?? change;
        const isOwn = now.steps[index]?.outcome?.job === job;
        return { change: now, result: isOwn ? resultOfCompletion(now, job, deps) : { deliveries: [] } };
      }
      stored = claimed.change;
      const isShown = !isReversal(change) && isFirstClaimed(stored);
      if (isShown && !looksSame(stored, change, deps.clock())) await show(stored, deps);
      return undefined;
    },

    async undoOf({ inverse }) {
      const { leaves } = resolved;
      const undone = await howUndone(inverse, changeStep, change, { leaves, since: deps.clock() }, deps);
      return { ...undone, ...(await closedRows(changeStep, { leaves, subject: subjectOf(undone) }, deps)) };
    },

    async track(jobRef) {
      const accepted = { jobRef, at: deps.clock() };
      // Only a look at a job without polls needs it.
      await orLogged(
        deps.changes.change(change.id, (current) => accept(current, index, accepted, job)),
        deps.log,
        'job not stored',
        { change: change.id },
      );
      const start = startTracking(changeStep, accepted, { ...change, id: job });
      // A message has its steps. What ends by itself posts its result alone.
      const isShown = isReversal(change) || (!isOfClick && hasStepList(change));
      const deliveries: readonly Delivery[] = [isShown ? { kind: 'track', followUp: start.followUp } : start];
      return { change: stored, result: { deliveries, ...(isReversal(change) && updated(change)) } };
    },

    async complete(completion, error) {
      if (completion.kind === 'failed') await forget();
      const isRetried = isOfClick && completion.kind === 'failed' && error !== undefined;
      const outcome = isRetried ? withRetry(completion, found, changeStep, error) : completion;
      return completeStep(stored, index, outcome, deps);
    },
  };
}

/** Adds buttons that repeat it to the failure of a step that its click runs. */
export const withRetry = <Of extends StepOutcome>(
  outcome: Of,
  { prepared }: Pick<LookedAt, 'prepared'>,
  { step: { line } }: ChangeStep,
  error: unknown,
): Of => ({
  ...outcome,
  answer: [...outcome.answer, ...(prepared ? retryButtons({ ...prepared, line }, error) : [])],
});

/** Returns the reason for an end or a rollback, for the audit log, and the person who ended it early. */
const reasonOf = ({ reversal }: Change): Pick<Run, 'because' | 'by'> =>
  reversal
    ? {
        because:
          reversal.because ?? (reversal.endedBy ? 'It was ended before its time.' : 'Its time is over.'),
        by: reversal.endedBy,
      }
    : {};

/** Returns whether only one step is claimed: of steps that start at once, only the first one updates the messages. */
const isFirstClaimed = ({ steps }: Change): boolean => steps.filter(({ claimed }) => claimed).length === 1;
