import { randomUUID } from 'node:crypto';
import { orLogged } from '../../answer/or-logged.ts';
import type { Change } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import type { Hold, Resource } from '../../change/model/resource.ts';
import { isReversal } from '../../change/model/reversal.ts';
import type { ChangeStep, StepOutcome } from '../../change/model/step.ts';
import { accept, claim } from '../../change/transitions/running.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import type { Result } from '../../queue/result.ts';
import { show } from '../notify/keep-messages.ts';
import type { ApprovalDependencies } from '../notify/lifecycle-dependencies.ts';
import { updated } from '../notify/result-of-change.ts';
import { looksSame } from '../views/draw-change.ts';
import { removePreview, runsAtOnce } from '../views/immediate-change.ts';
import { hasStepList } from '../views/step-list.ts';
import { completeStep, completeUnsent } from './complete-step.ts';
import { type HowUndoneDependencies, howUndone } from './how-undone.ts';
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

/** A run that may end without sending its step. */
export interface Unsent {
  /** Stores why the step was not sent. Does nothing if another run of the job has claimed it since. */
  completeUnsent(outcome: StepOutcome): Promise<Result>;
}

/** The effect of a step, as evaluated just before the run. */
interface LookedAt extends Pick<EvaluatedStep, 'resolved'> {
  /** Removes the stored opening if the step opens nothing. */
  readonly forget?: StoredOpening['forget'];
}

/** Returns a step whose opening is stored. */
export const lookedAt = ({ evaluation: { steps }, forget }: StoredOpening): LookedAt => ({
  resolved: steps[0].resolved,
  forget,
});

/** Creates the run of a stored step for `runStep`. `run` identifies this run of the job. */
export function runOfStep(
  change: Change,
  changeStep: ChangeStep,
  { resolved, forget = async () => {} }: LookedAt,
  job: string,
  deps: ApprovedRunDependencies,
  resources: readonly Resource[],
  run = randomUUID(),
): Run & Unsent {
  const { index } = changeStep;
  const holds = holdFor(resources, changeStep);
  let stored = change;
  return {
    changeStep,
    resolved,
    ...reasonOf(change),

    async claim() {
      const claimed = await deps.changes.change(
        change.id,
        (current) =>
          holding(claim(current, index, { job, run, leaves: resolved.leaves }, deps.clock()), holds),
        change,
      );
      if ('refused' in claimed) {
        await forget();
        return { deliveries: [] };
      }
      stored = claimed.change;
      const isShown = !isReversal(change) && isFirstClaimed(stored);
      if (isShown && !looksSame(stored, change, deps.clock())) await show(stored, deps);
      return undefined;
    },

    undoOf({ inverse }) {
      return howUndone(inverse, changeStep, change, { leaves: resolved.leaves, since: deps.clock() }, deps);
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
      if (isReversal(change)) return { deliveries: [start], ...updated(change) };
      if (runsAtOnce(change)) return { deliveries: [removePreview, start] };
      return { deliveries: [hasStepList(change) ? { kind: 'track', followUp: start.followUp } : start] };
    },

    async complete(completion) {
      if (completion.kind === 'failed') await forget();
      return (await completeStep(stored, index, completion, deps)).result;
    },

    async completeUnsent(outcome) {
      await forget();
      return completeUnsent(stored, index, outcome, deps);
    },
  };
}

/** Returns the reason for an end or a rollback, for the audit log, and the person who ended it early. */
const reasonOf = ({ reversal }: Change): Pick<Run, 'because' | 'by'> =>
  reversal
    ? {
        because:
          reversal.because ?? (reversal.endedBy ? 'It was ended before its time.' : 'Its time is over.'),
        by: reversal.endedBy,
      }
    : {};

/** Returns the claim of what a step holds. */
export const holdFor = (
  resources: readonly Resource[],
  { change, index }: Pick<ChangeStep, 'change' | 'index'>,
): Hold => ({ resources, by: { change, index } });

/** Adds the claim of what it holds to the claim of a step. */
const holding = (claimed: Transition, holds: Hold): Transition =>
  'change' in claimed ? { ...claimed, holds } : claimed;

/** Returns whether only one step is claimed: of steps that start at once, only the first one updates the messages. */
const isFirstClaimed = ({ steps }: Change): boolean => steps.filter(({ claimed }) => claimed).length === 1;
