import type { ChangeState, StepState } from '../change-states.ts';
import type { Found } from './found.ts';

/** A step with its change and its outcome. Only the audit log has the outcome of a change that needs only its confirmation. */
export interface EndedStep {
  readonly change: ChangeState;
  readonly step: StepState;
  /** Its name in contradictions. */
  readonly name: string;
  /** `never`: it was not started, and never will be. `open`: it may still be started. */
  readonly outcome: 'done' | 'failed' | 'unknown' | 'never' | 'open';
  /** Whether a later change undid it, or may have undone it. */
  readonly isUndone: boolean;
}

const neverRun = ['cancelled', 'rejected', 'withdrawn', 'refused', 'expired', 'outdated', 'superseded'];
const inProgress = ['open', 'approved', 'running'];
const outcomes = { applied: 'done', failed: 'failed', unknown: 'unknown' } as const;

export function endedSteps({ changes, log }: Pick<Found, 'changes' | 'log'>): readonly EndedStep[] {
  function outcomeOf({ status }: ChangeState, { id, outcome }: StepState): EndedStep['outcome'] {
    // A skipped resource was not changed, nor one that had nothing left to end.
    if (outcome) return outcome === 'skipped' || outcome === 'over' ? 'failed' : outcome;
    // An end is also logged under the id of its step, after the step's outcome.
    const first = log.find(({ request, event }) => request === id && event in outcomes);
    if (first && status === 'confirmed') return outcomes[first.event as keyof typeof outcomes];
    if (neverRun.includes(status)) return 'never';
    return inProgress.includes(status) ? 'open' : 'never';
  }
  const steps = changes.flatMap((change) =>
    change.steps.map((step, index) => ({
      change,
      step,
      name: `step ${index + 1} of ${change.id} (${change.status})`,
      outcome: outcomeOf(change, step),
    })),
  );
  const undone = new Set(
    steps.flatMap(({ step: { undoes }, outcome }) =>
      undoes !== undefined && (outcome === 'done' || outcome === 'unknown') ? [undoes] : [],
    ),
  );
  return steps.map((ended) => ({ ...ended, isUndone: undone.has(ended.step.id) }));
}
