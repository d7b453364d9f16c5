import type { Instant } from '../../core/clock.ts';
import { type Change, requestName } from './change.ts';
import { type ChangeStep, type OfferedUndo, type OfferUse, type Step, stepsOf } from './step.ts';

/** An Undo with the step that it undoes. */
export interface Undo extends ChangeStep, OfferedUndo {
  /** Name of the change: "#1042"; undefined for one without a number. */
  readonly of?: string | undefined;
}

/** The Undo that somebody claimed, or why they didn't get it. */
export type Used =
  | { readonly undo: Undo }
  | { readonly refused: 'unknown' | 'expired' }
  | { readonly refused: 'used'; readonly by: OfferUse };

/** Returns whether the Undo of a step can be used: it is neither used nor expired. */
export const offersUndo = ({ outcome, undoneBy }: Step, now: Instant): boolean =>
  outcome?.undo !== undefined && undoneBy === undefined && now < outcome.undo.expires;

/** Returns the earliest expiry of the Undos that steps offer at `now`; undefined if they offer none. */
export function undoableUntil(steps: readonly Step[], now: Instant): Instant | undefined {
  const expiries = steps.flatMap((step) =>
    offersUndo(step, now) ? (step.outcome?.undo?.expires ?? []) : [],
  );
  return expiries.length > 0 ? Math.min(...expiries) : undefined;
}

/** Returns the Undo of the step at `index` of a change, used or not; undefined if it has none. */
export function undoOf(change: Change, index: number): Undo | undefined {
  const changeStep = stepsOf(change)[index];
  if (!changeStep) return undefined;
  const { outcome, undoneBy: _, ...step } = changeStep.step;
  const of = change.number === undefined ? {} : { of: requestName(change) };
  return outcome?.undo && { ...changeStep, step, ...outcome.undo, ...of };
}
