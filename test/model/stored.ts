import type { Change } from '../../src/change/model/change.ts';
import { undoDigest } from '../../src/change/model/digest.ts';
import { executionId } from '../../src/change/model/ids.ts';
import { type Reversal, stepEndOf } from '../../src/change/model/reversal.ts';
import { idOfStep, type Step, type StepOutcome, stepsOf } from '../../src/change/model/step.ts';
import { type Sent, wantedBy } from './cloud.ts';
import { doneBefore } from './scenarios.ts';
import type { World } from './world.ts';

/** A step of a stored change, with the server that it changes. */
export interface StoredStep {
  readonly id: string;
  /** Undefined for a step that moves an end. */
  readonly server: string | undefined;
  /** The value to which it sets the server. */
  readonly wanted: string;
  readonly step: Step;
  readonly index: number;
  readonly change: Change;
  readonly outcome: StepOutcome | undefined;
}

export const storedSteps = ({ table }: World): readonly StoredStep[] =>
  table.storedChanges
    .filter(({ id }) => id !== doneBefore)
    .flatMap((change) =>
      stepsOf(change).map((changeStep) => ({
        id: idOfStep(changeStep),
        server: changeStep.step.raw.server,
        wanted: wantedBy(changeStep.step),
        step: changeStep.step,
        index: changeStep.index,
        change,
        outcome: changeStep.step.outcome,
      })),
    );

/** A step that undoes another one by itself. */
export interface StoredEnd {
  /** The id of the step that it undoes. */
  readonly id: string;
  readonly step: Step;
  readonly index: number;
  readonly change: Reversal;
  readonly phase: ReturnType<typeof stepEndOf>['phase'];
}

export const storedEnds = ({ table }: World): readonly StoredEnd[] =>
  table.storedEnds.flatMap((change) =>
    change.steps.map((step, index) => ({
      id: step.undoes?.id ?? '',
      step,
      index,
      change,
      phase: stepEndOf(change, index).phase,
    })),
  );

/** The calls of the cloud API for a step, by the click that confirmed its change or by one of its attempts. */
export const callsOf = (
  { change, index }: Pick<StoredStep, 'change' | 'index'>,
  calls: readonly Sent[],
): readonly Sent[] =>
  calls.filter(({ by }) => by === change.job || by?.startsWith(executionId(change.id, index)));

/**
 * Whether the audit log never got the proof of an end, so that it is tried for ever, and people know that it is overdue. That
 * needs a worker that outlives its claim and is given up, and whose own write gets no answer.
 */
export const isUnproven = ({ status, steps }: Reversal, { table }: World): boolean =>
  status === 'approved' &&
  steps.some((step) => {
    const { id, subject, state = '' } = step.undoes ?? {};
    const proof = subject && undoDigest({ ...step, subject }, state);
    return !step.outcome && !table.log.some(({ request, digest }) => request === id && digest === proof);
  });

/** Whether a step of unknown outcome set a server to this value: perhaps later than another step, which counted it as over. */
export const isMadeByUnknown = (server: string, value: string, world: World): boolean =>
  storedSteps(world).some(
    (step) => step.server === server && step.wanted === value && step.outcome?.kind === 'unknown',
  );
