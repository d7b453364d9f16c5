import type { Change } from './change.ts';
import type { StepOutcome } from './step.ts';

/** What came of a step, as the job found it that ends the step: its outcome, and the change that ends it by itself. */
export interface Completion extends StepOutcome {
  readonly ends?: Change | undefined;
}
