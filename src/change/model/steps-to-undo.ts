import type { Change } from './change.ts';
import { type ChangeStep, stepsOf } from './step.ts';

/**
 * The steps that are done of a plan that has failed and that is all or nothing, the last one first. None if the outcome of a
 * step is unknown: that step can rest on those before it.
 */
export const stepsToUndo = (
  change: Pick<Change, 'id' | 'requester' | 'steps' | 'plan' | 'status'>,
): readonly ChangeStep[] =>
  change.plan?.allOrNothing && change.status === 'failed'
    ? stepsOf(change)
        .filter(({ step }) => step.outcome?.kind === 'done')
        .toReversed()
    : [];

/** "Step 3 failed." */
export function whyUndone({ steps }: Pick<Change, 'steps'>): string {
  const failed = steps.findIndex(({ outcome }) => outcome?.kind === 'failed');
  return `Step ${failed + 1} failed, and the plan is all or nothing.`;
}
