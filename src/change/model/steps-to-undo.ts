import type { Approval } from './approval.ts';
import { type ChangeStep, stepsOf } from './change.ts';

/**
 * The steps that are done of a plan that has failed and that is all or nothing, the last one first. None if the outcome of a
 * step is unknown: that step can rest on those before it.
 */
export const stepsToUndo = (
  approval: Pick<Approval, 'id' | 'requester' | 'steps' | 'plan' | 'phase'>,
): readonly ChangeStep[] =>
  approval.plan?.allOrNothing && approval.phase === 'failed'
    ? stepsOf(approval)
        .filter(({ step }) => step.outcome?.kind === 'done')
        .toReversed()
    : [];

/** "Step 3 failed." */
export function whyUndone({ steps }: Pick<Approval, 'steps'>): string {
  const failed = steps.findIndex(({ outcome }) => outcome?.kind === 'failed');
  return `Step ${failed + 1} failed, and the plan is all or nothing.`;
}
