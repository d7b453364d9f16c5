import { mapNonEmpty } from '../../core/non-empty.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import type { Undoer } from '../model/step.ts';
import { type Used, undoOf } from '../model/undo.ts';

/*
 * Of all previews of the Undo of a step a single one gets it: who used it is kept with the step.
 */

/** Whether the Undo of the step at `index` is still offered to this job. `now` in milliseconds since 1970. */
export function offeredUndo(change: Change, index: number, job: string, now: number): Used {
  const undo = undoOf(change, index);
  const undoneBy = change.steps[index]?.undoneBy;
  if (!undo) return { refused: 'unknown' };
  if (undoneBy) return undoneBy.job === job ? { undo } : { refused: 'used', by: undoneBy.person };
  return now < undo.expires ? { undo } : { refused: 'expired' };
}

/**
 * Uses up the Undo of the step at `index`. Idempotent for the same job; refused if another used it. An Undo that was previewed in
 * time may be used after it has expired.
 */
export function takeUndo(change: Change, index: number, by: Undoer): Transition {
  const undoneBy = change.steps[index]?.undoneBy;
  if (!undoOf(change, index)) return { refused: 'It can’t be undone.' };
  if (undoneBy) return undoneBy.job === by.job ? { change } : { refused: 'Its Undo was used.' };
  return { change: withUndoer(change, index, by) };
}

/** Offers the Undo of the step at `index` again, since `job` changed nothing with it. */
export const returnUndo = (change: Change, index: number, job: string): Transition => ({
  change: change.steps[index]?.undoneBy?.job === job ? withUndoer(change, index, undefined) : change,
});

/** What became of the Undo of the step at `index`, which `job` used up. `isUnused`: it was not made, and is offered again. */
export interface UndoFound extends Pick<Undoer, 'job' | 'request' | 'outcome'> {
  readonly index: number;
  readonly isUnused: boolean;
}

/** Keeps what became of Undos. The same change, if that is known. */
export const noteUndos = (change: Change, found: readonly UndoFound[]): Change =>
  found.reduce(noteUndo, change);

function noteUndo(change: Change, { index, isUnused, ...known }: UndoFound): Change {
  const undoneBy = change.steps[index]?.undoneBy;
  if (undoneBy?.job !== known.job) return change;
  if (isUnused) return withUndoer(change, index, undefined);
  const noted = { ...undoneBy, ...known };
  return JSON.stringify(noted) === JSON.stringify(undoneBy) ? change : withUndoer(change, index, noted);
}

const withUndoer = (change: Change, index: number, undoneBy: Undoer | undefined): Change => ({
  ...change,
  steps: mapNonEmpty(change.steps, (step, at) => (at === index ? { ...step, undoneBy } : step)),
});
