import type { Instant } from '../../core/clock.ts';
import { type Change, requestName } from './change.ts';
import { type ChangeStep, type OfferedUndo, type Step, stepsOf } from './step.ts';

/** An Undo with the step of a change that it undoes. */
export interface Undo extends ChangeStep, OfferedUndo {
  /** What people call the change: "#1042"; undefined for one without a number. */
  readonly of?: string | undefined;
}

/** Whether somebody gets an Undo, or why not. */
export type Used =
  | { readonly undo: Undo }
  | { readonly refused: 'unknown' | 'expired' }
  | { readonly refused: 'used'; readonly by: string };

/** Whether the Undo of a step can be used: nobody has used it, and its time is not over. */
export const offersUndo = ({ outcome, undoneBy }: Step, now: Instant): boolean =>
  outcome?.undo !== undefined && undoneBy === undefined && now < outcome.undo.expires;

/** When the first of the Undos expires that steps offer `now`; undefined if they offer none. */
export function undoableUntil(steps: readonly Step[], now: Instant): Instant | undefined {
  const expiries = steps.flatMap((step) =>
    offersUndo(step, now) ? (step.outcome?.undo?.expires ?? []) : [],
  );
  return expiries.length > 0 ? Math.min(...expiries) : undefined;
}

/** The Undo that the step at `index` of a change offers, used or not; undefined if it offers none. */
export function undoOf(change: Change, index: number): Undo | undefined {
  const changeStep = stepsOf(change)[index];
  if (!changeStep) return undefined;
  const { outcome, undoneBy: _, ...step } = changeStep.step;
  const of = change.number === undefined ? {} : { of: requestName(change) };
  return outcome?.undo && { ...changeStep, step, ...outcome.undo, ...of };
}
