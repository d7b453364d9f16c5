import { mapNonEmpty } from '../../core/non-empty.ts';
import type { Step, Steps } from './step.ts';

/** Returns a change with the step at `index` made anew; with the same steps if it has none there. */
export const withStep = <Of extends Steps>(change: Of, index: number, make: (step: Step) => Step): Of => ({
  ...change,
  steps: mapNonEmpty(change.steps, (step, at) => (at === index ? make(step) : step)),
});
