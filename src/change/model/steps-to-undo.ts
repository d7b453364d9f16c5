import type { Change } from './change.ts';
import { type ChangeStep, type Step, stepsOf } from './step.ts';

type Rolled = Pick<Change, 'id' | 'requester' | 'steps' | 'plan' | 'status'>;

/**
 * Returns the completed, undoable steps of a failed all-or-nothing plan, last one first. Empty if the outcome of a step is
 * unknown, since that step can depend on those before it.
 */
export const stepsToUndo = (change: Rolled): readonly ChangeStep[] =>
  doneSteps(change).filter(({ step }) => isUndoable(step));

/** Returns the completed steps of such a plan that can't be undone. */
export const irreversibleSteps = (change: Rolled): readonly ChangeStep[] =>
  doneSteps(change).filter(({ step }) => !isUndoable(step));

const doneSteps = (change: Rolled): readonly ChangeStep[] =>
  change.plan?.allOrNothing && change.status === 'failed'
    ? stepsOf(change)
        .filter(({ step }) => step.outcome?.kind === 'done')
        .toReversed()
    : [];

/** Returns whether a completed step has an end or an Undo, used or not. */
const isUndoable = ({ ends, outcome }: Step): boolean =>
  ends ? outcome?.stays === undefined : outcome?.undo !== undefined;

/** Returns a reason such as "Step 3 failed, and the plan is all or nothing." */
export function whyUndone({ steps }: Pick<Change, 'steps'>): string {
  const failed = steps.findIndex(({ outcome }) => outcome?.kind === 'failed');
  return `Step ${failed + 1} failed, and the plan is all or nothing.`;
}
