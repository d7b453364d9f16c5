import type { Change } from './change.ts';
import { type ChangeStep, type Step, stepsOf } from './step.ts';

type Rolled = Pick<Change, 'id' | 'requester' | 'steps' | 'plan' | 'status'>;

/**
 * The steps of a plan that has failed and is all or nothing which are done and can be undone, the last one first. None if the outcome of
 * a step is unknown: that step can rest on those before it.
 */
export const stepsToUndo = (change: Rolled): readonly ChangeStep[] =>
  doneSteps(change).filter(({ step }) => isUndoable(step));

/** Those that are done and stay, since nothing undoes them. */
export const irreversibleSteps = (change: Rolled): readonly ChangeStep[] =>
  doneSteps(change).filter(({ step }) => !isUndoable(step));

const doneSteps = (change: Rolled): readonly ChangeStep[] =>
  change.plan?.allOrNothing && change.status === 'failed'
    ? stepsOf(change)
        .filter(({ step }) => step.outcome?.kind === 'done')
        .toReversed()
    : [];

/** Whether a step that is done has an end, or an Undo, used or not. */
const isUndoable = ({ ends, outcome }: Step): boolean =>
  ends ? outcome?.stays === undefined : outcome?.undo !== undefined;

/** "Step 3 failed." */
export function whyUndone({ steps }: Pick<Change, 'steps'>): string {
  const failed = steps.findIndex(({ outcome }) => outcome?.kind === 'failed');
  return `Step ${failed + 1} failed, and the plan is all or nothing.`;
}
