import { randomUUID } from 'node:crypto';
import type { Change } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import type { Hold, Resource } from '../../change/model/resource.ts';
import type { ChangeStep, StepOutcome } from '../../change/model/step.ts';
import { claim } from '../../change/transitions/running.ts';
import type { Job } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import { inverseInPlaceOf, restoringOf } from '../prepare/standing-ends.ts';
import { show } from '../tell/keep-messages.ts';
import { looksSame } from '../views/draw-change.ts';
import { removePreview, runsAtOnce } from '../views/immediate-change.ts';
import { hasStepList } from '../views/step-list.ts';
import { closeStep, closeUnsent } from './close-step.ts';
import { replaceSuperseded, undoableOrEnding } from './end-of-step.ts';
import type { ApprovedRunDependencies } from './run-dependencies.ts';
import type { Run } from './run-step.ts';
import { startTracking } from './start-tracking.ts';
import type { StoredOpening } from './store-opening.ts';

/** A run that may end without sending its step. */
export interface Unsent {
  /** Stores why the step was not sent. Does nothing where another run of the job has claimed it since. */
  completeUnsent(outcome: StepOutcome): Promise<Result>;
}

/**
 * A step of a stored change that may run, as its executor sees it. What it opens is stored already, and removed if it opens nothing.
 * `run` names this run of the job.
 */
export function runOfStep(
  change: Change,
  changeStep: ChangeStep,
  {
    evaluation: {
      steps: [{ plan, superseded }],
      standing: [standing = []],
    },
    forget,
  }: StoredOpening,
  job: Pick<Job, 'id' | 'team' | 'replyTo'>,
  deps: ApprovedRunDependencies,
  resource: Resource | undefined,
  run = randomUUID(),
): Run & Unsent {
  const { index } = changeStep;
  const holds = holdFor(resource, changeStep, superseded);
  const restoring = restoringOf(standing);
  let stored = change;
  return {
    changeStep,
    plan,

    async claim() {
      const claimed = await deps.changes.change(
        change.id,
        (current) =>
          holding(claim(current, index, { job: job.id, run, leaves: plan.leaves }, deps.clock()), holds),
        change,
      );
      if ('refused' in claimed) {
        await forget();
        return { deliveries: [] };
      }
      stored = claimed.change;
      if (isFirstClaimed(stored) && !looksSame(stored, change, deps.clock())) await show(stored, deps);
      return undefined;
    },

    async undoOf({ inverse }) {
      if (superseded.length > 0) await replaceSuperseded(changeStep, deps);
      const inPlace = () => inverseInPlaceOf(restoring, inverse(), changeStep.step);
      return undoableOrEnding(inPlace, changeStep, job, deps);
    },

    track(jobRef) {
      const start = startTracking(changeStep, jobRef, job, { ...deps, restoring });
      if (runsAtOnce(change)) return { deliveries: [removePreview, start] };
      return { deliveries: [hasStepList(change) ? { kind: 'track', followUp: start.followUp } : start] };
    },

    async complete(completion) {
      if (completion.kind === 'failed') await forget();
      return closeStep(stored, index, completion, deps);
    },

    async completeUnsent(outcome) {
      await forget();
      return closeUnsent(stored, index, outcome, deps);
    },
  };
}

/** The claim of the resource that a step changes; undefined for something new. */
export const holdFor = (
  resource: Resource | undefined,
  { change, index }: Pick<ChangeStep, 'change' | 'index'>,
  superseded: readonly Pick<Change, 'id'>[] = [],
): Hold | undefined =>
  resource && { resource, by: { change, index }, supersedes: superseded.map(({ id }) => id) };

/** The claim of a step with that of its resource. */
export const holding = (claimed: Transition, holds: Hold | undefined): Transition =>
  'change' in claimed ? { ...claimed, holds } : claimed;

/** Whether one step of a request is claimed alone: of steps that begin at once, only the first one shows that the request runs. */
const isFirstClaimed = ({ steps }: Change): boolean => steps.filter(({ claimed }) => claimed).length === 1;
