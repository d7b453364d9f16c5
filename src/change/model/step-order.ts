import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { Refusal } from '../words/refusal.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import type { Step } from './step.ts';

/*
 * The order of the steps of a change. A step depends on one other step at most, which comes before it in the list.
 */

/** Marks steps as failed if a step that they depend on, directly or not, is not done. `job` is the job that detected this. */
export function failWaiting(steps: NonEmpty<Step>, job: string): NonEmpty<Step> {
  /** By the index of a step, the index of the step that prevents its start. */
  const blockers = new Map<number, number>();
  return mapNonEmpty(steps, (step, index) => {
    const { after, outcome } = step;
    if (outcome || after === undefined) return step;
    const kind = steps[after]?.outcome?.kind;
    const blocker = blockers.get(after) ?? (kind && kind !== 'done' ? after : undefined);
    if (blocker === undefined) return step;
    blockers.set(index, blocker);
    return { ...step, outcome: { kind: 'failed', ...whyNotStarted(steps, blocker), job } };
  });
}

const whyNotStarted = (steps: readonly Step[], blocker: number): Refusal =>
  (steps[blocker]?.outcome?.kind === 'unknown' ? whyNotRun.earlierStepUnknown : whyNotRun.earlierStepFailed)(
    blocker + 1,
  );

/** Returns the length of the longest chain of dependent steps. */
export function longestChain(steps: readonly Pick<Step, 'after'>[]): number {
  const lengths: number[] = [];
  for (const { after } of steps) lengths.push(1 + (after === undefined ? 0 : (lengths[after] ?? 0)));
  return Math.max(...lengths);
}

/** Returns the latest start time of the steps; `now` if none has one. */
export const latestStart = (steps: readonly Pick<Step, 'startsAt'>[], now: Instant): Instant =>
  Math.max(now, ...steps.map(({ startsAt = now }) => startsAt));
