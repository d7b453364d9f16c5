import type { NonEmpty } from '../../core/non-empty.ts';
import { readStepReference, type StepReference } from '../../core/step-reference.ts';
import type { Completion } from './change.ts';
import { stepEndOf } from './reversal.ts';
import type { ChangeStep, Step, StepOutcome, Steps } from './step.ts';
import { withStep } from './with-step.ts';

/** The steps of a change, that at `index` with an outcome, and with how its end stands. */
export const withOutcome = (
  { steps }: Steps,
  index: number,
  { ends, ...outcome }: Completion,
): NonEmpty<Step> =>
  withStep({ steps }, index, (step) => ({ ...step, ...(ends && { end: stepEndOf(ends) }), outcome })).steps;

/** Returns the worst outcome of a change's steps; undefined while a step has none. */
export function worstOutcome({ steps }: Steps): StepOutcome['kind'] | undefined {
  const kinds = steps.map(({ outcome }) => outcome?.kind);
  if (kinds.includes(undefined)) return undefined;
  if (kinds.includes('unknown')) return 'unknown';
  if (kinds.includes('failed')) return 'failed';
  if (kinds.includes('skipped')) return 'skipped';
  return kinds.includes('over') ? 'over' : 'done';
}

/** Summarizes the outcomes: "8 of 10 done, 1 failed, 1 left as it is, 1 with an unknown outcome". */
export function summaryOf(steps: readonly Pick<Step, 'outcome'>[]): string {
  const ended = (kind: StepOutcome['kind']) => steps.filter(({ outcome }) => outcome?.kind === kind).length;
  const [failures, left, unknowns] = [ended('failed'), ended('skipped'), ended('unknown')];
  return [
    `${ended('done')} of ${steps.length} done`,
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(left > 0 ? [`${left} left as it is`] : []),
    ...(unknowns > 0 ? [`${unknowns} with an unknown outcome`] : []),
  ].join(', ');
}

/** Returns a result of an earlier step of a plan; undefined if it has no result of this name. */
const resultIn = (
  steps: readonly Pick<Step, 'outcome'>[],
  { step, result }: StepReference,
): string | undefined => steps[step - 1]?.outcome?.results?.[result];

/** Returns a result of an earlier step that still exists; undefined if the step was undone or has ended. */
export function keptResultIn(
  steps: readonly Pick<Step, 'outcome' | 'undoneBy' | 'end'>[],
  reference: StepReference,
): string | undefined {
  const { undoneBy, end } = steps[reference.step - 1] ?? {};
  return undoneBy || end?.phase === 'ended' ? undefined : resultIn(steps, reference);
}

/** Returns whether a change retries steps with results of others. A command has the values only, which may belong to others by then. */
export const keepsResults = ({ steps }: Steps): boolean => steps.some(({ retries }) => retries?.kept);

/** Returns the id of a resource, with the references to earlier steps replaced by their results. */
export const withResultsIn = (resource: string, steps: readonly Pick<Step, 'outcome'>[]): string =>
  resource
    .split('/')
    .map((part) => {
      const reference = readStepReference(part);
      return (reference && resultIn(steps, reference)) ?? part;
    })
    .join('/');

/** Replaces a reference to an earlier step in the resource id of a step, since `$1.id` can occur in other plans. */
export function onItsResource(changeStep: ChangeStep, steps: readonly Pick<Step, 'outcome'>[]): ChangeStep {
  const { step } = changeStep;
  if (step.resource === undefined) return changeStep;
  return { ...changeStep, step: { ...step, resource: withResultsIn(step.resource, steps) } };
}
