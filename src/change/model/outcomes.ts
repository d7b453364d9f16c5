import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { Completion, Step, StepOutcome, Steps } from './step.ts';

/** The steps of a change, those at `indices` with an outcome. What is known of their ends already is newer. */
export const withOutcome = (
  { steps }: Steps,
  indices: readonly number[],
  { end, ...outcome }: Completion,
): NonEmpty<Step> =>
  mapNonEmpty(steps, (step, index) =>
    indices.includes(index) ? { ...(end && { end }), ...step, outcome } : step,
  );

/** How a change ended: as the worst of its steps. Undefined while one of them has no outcome. */
export function endOfSteps({ steps }: Steps): StepOutcome['kind'] | undefined {
  const kinds = steps.map(({ outcome }) => outcome?.kind);
  if (kinds.includes(undefined)) return undefined;
  if (kinds.includes('unknown')) return 'unknown';
  return kinds.includes('failed') ? 'failed' : 'done';
}

/** How far the steps are: "8 of 10 done, 1 failed, 1 with an unknown outcome". */
export function summaryOf(steps: readonly Pick<Step, 'outcome'>[]): string {
  const ended = (kind: StepOutcome['kind']) => steps.filter(({ outcome }) => outcome?.kind === kind).length;
  const [failures, unknowns] = [ended('failed'), ended('unknown')];
  return [
    `${ended('done')} of ${steps.length} done`,
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(unknowns > 0 ? [`${unknowns} with an unknown outcome`] : []),
  ].join(', ');
}
