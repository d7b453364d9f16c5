import type { Step } from '../model/step.ts';

/** Returns when a change is applied as soon as no approval is missing: "at once", or "at its start" if a step has one. */
export const whenApplied = ({ steps }: { readonly steps: readonly Pick<Step, 'startsAt'>[] }): string =>
  steps.some(({ startsAt }) => startsAt !== undefined) ? 'at its start' : 'at once';
