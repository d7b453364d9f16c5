import { failed } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { Step } from './step.ts';

/*
 * The order of the steps of a change. A step waits for one step at most, which comes before it in the list.
 */

/**
 * The steps of a change, in which those that wait for a step that is not done have failed, also those that wait for them.
 * `job` is the one that found it out.
 */
export function failWaiting(steps: NonEmpty<Step>, job: string): NonEmpty<Step> {
  /** The position of the step that keeps a step from starting, by the position of that step. */
  const blockers = new Map<number, number>();
  return mapNonEmpty(steps, (step, index) => {
    const { after, outcome } = step;
    if (outcome || after === undefined) return step;
    const kind = steps[after]?.outcome?.kind;
    const blocker = blockers.get(after) ?? (kind && kind !== 'done' ? after : undefined);
    if (blocker === undefined) return step;
    blockers.set(index, blocker);
    const note = whyNotStarted(steps, blocker);
    return { ...step, outcome: { kind: 'failed', answer: [failed(note)], note, job } };
  });
}

/** "Not started: step 2 failed." */
const whyNotStarted = (steps: readonly Step[], blocker: number): string =>
  steps[blocker]?.outcome?.kind === 'unknown'
    ? `Not started: the outcome of step ${blocker + 1} is unknown.`
    : `Not started: step ${blocker + 1} failed.`;

/** How many steps wait for each other at most, with the first of them. */
export function longestChain(steps: readonly Pick<Step, 'after'>[]): number {
  const lengths: number[] = [];
  for (const { after } of steps) lengths.push(1 + (after === undefined ? 0 : (lengths[after] ?? 0)));
  return Math.max(...lengths);
}

/** When the last of the steps may start that wait for a time; `now` if none does. */
export const latestStart = (steps: readonly Pick<Step, 'startsAt'>[], now: Instant): Instant =>
  Math.max(now, ...steps.map(({ startsAt = now }) => startsAt));
