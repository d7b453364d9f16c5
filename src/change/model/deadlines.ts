import type { Instant } from '../../core/clock.ts';
import type { Change } from './change.ts';
import { isReversal } from './reversal.ts';
import type { Step } from './step.ts';
import { latestStart, longestChain } from './step-order.ts';
import { maxStartDelay, stepTime } from './time-limits.ts';

/*
 * A change is too late in three ways: for a decision (its `expires`), to start (`startDeadline`), and to go on with a step
 * (`stepDeadline`). Only the first is stored: the others follow from it.
 */

/** Returns the fixed end of a step; `Infinity` if it has none. */
export const fixedEnd = ({ ends }: Pick<Step, 'ends'>): Instant =>
  ends && 'at' in ends ? ends.at : Number.POSITIVE_INFINITY;

/** Returns until when people may decide on a change: until `expires`, or the first end of its steps if that is earlier. */
export const expiresWithEnd = ({ steps }: { readonly steps: readonly Step[] }, expires: Instant): Instant =>
  Math.min(expires, ...steps.map(fixedEnd));

/**
 * Returns until when a decided change may start: `maxStartDelay` after its preview or its request expired or, if that is later, after
 * its start. Never after the end of all its steps.
 */
export const startDeadline = ({ steps, expires }: Pick<Change, 'steps' | 'expires'>): Instant =>
  Math.min(latestStart(steps, expires) + maxStartDelay, Math.max(...steps.map(fixedEnd)));

/**
 * Returns until when a step may begin. What has started goes on: once another step has begun, each has `stepTime` in its turn. No step
 * begins after its own end. Ends and rollbacks never give up: `Infinity`.
 */
export function stepDeadline(change: Change, index: number): Instant {
  if (isReversal(change)) return Number.POSITIVE_INFINITY;
  const { steps } = change;
  const begun = begunAt(change, index);
  const since = begun === undefined ? 0 : begun + longestChain(steps) * stepTime;
  return Math.min(Math.max(startDeadline(change), since), fixedEnd(steps[index] ?? steps[0]));
}

/** Returns when a change began, if it did so with another step than that at `index`. A claim alone sent nothing. */
export function begunAt({ steps }: Pick<Change, 'steps'>, index: number): Instant | undefined {
  const begun = steps.flatMap((step, at) =>
    step.claimed && at !== index && isSent(step) ? [step.claimed.at] : [],
  );
  return begun.length > 0 ? Math.min(...begun) : undefined;
}

const isSent = ({ claimed, outcome }: Pick<Step, 'claimed' | 'outcome'>): boolean =>
  claimed?.accepted !== undefined || outcome?.kind === 'done' || outcome?.kind === 'unknown';
