import type { Change } from './change.ts';
import { type ChangeStep, type OfferedUndo, stepsOf } from './step.ts';

/** An Undo with the step of a change that it undoes. */
export interface Undo extends ChangeStep, OfferedUndo {}

/** Whether somebody gets an Undo, or why not. */
export type Used =
  | { readonly undo: Undo }
  | { readonly refused: 'unknown' | 'expired' }
  | { readonly refused: 'used'; readonly by: string };

/** The Undo that the step at `index` of a change offers, used or not; undefined if it offers none. */
export function undoOf(change: Change, index: number): Undo | undefined {
  const changeStep = stepsOf(change)[index];
  if (!changeStep) return undefined;
  const { outcome, undoneBy: _, ...step } = changeStep.step;
  return outcome?.undo && { ...changeStep, step, ...outcome.undo };
}
