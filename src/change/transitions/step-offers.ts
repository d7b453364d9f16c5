import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import type { OfferUse, Step } from '../model/step.ts';
import { type Used, undoOf } from '../model/undo.ts';

/*
 * What a step offers, its Undo or another attempt at it, is used once: of all previews of it a single one gets it. Who used it is kept
 * with the step.
 */

/** What a step offers, by the member that says who used it. */
export type StepOffer = 'undoneBy' | 'retriedBy';

const isOffered: Readonly<Record<StepOffer, (step: Step) => boolean>> = {
  undoneBy: ({ outcome }) => outcome?.undo !== undefined,
  retriedBy: ({ outcome }) => outcome?.kind === 'failed',
};

/** Whether the Undo of the step at `index` is still offered to this job. */
export function offeredUndo(change: Change, index: number, job: string, now: Instant): Used {
  const undo = undoOf(change, index);
  const undoneBy = change.steps[index]?.undoneBy;
  if (!undo) return { refused: 'unknown' };
  if (undoneBy) return undoneBy.job === job ? { undo } : { refused: 'used', by: undoneBy.person };
  return now < undo.expires ? { undo } : { refused: 'expired' };
}

/**
 * Uses up what the step at `index` offers. Idempotent for the same job; refused if another used it. What was previewed in time may be
 * used after it has expired.
 */
export function takeOffer(change: Change, index: number, offer: StepOffer, by: OfferUse): Transition {
  const step = change.steps[index];
  if (!step || !isOffered[offer](step)) return { refused: 'It isn’t offered.' };
  const used = step[offer];
  if (used) return used.job === by.job ? { change } : { refused: 'It was used already.' };
  return { change: withUse(change, index, offer, by) };
}

/** What became of what the step at `index` offers, which `job` used up. `isUnused`: nothing came of it, and it is offered again. */
export interface UseFound extends Pick<OfferUse, 'job' | 'request' | 'outcome'> {
  readonly index: number;
  readonly offer: StepOffer;
  readonly isUnused: boolean;
}

/** Keeps what became of offers that were used. The same change, if that is known. */
export const noteUses = (change: Change, found: readonly UseFound[]): Change => found.reduce(noteUse, change);

function noteUse(change: Change, { index, offer, isUnused, ...known }: UseFound): Change {
  const used = change.steps[index]?.[offer];
  if (used?.job !== known.job) return change;
  if (isUnused) return withUse(change, index, offer, undefined);
  const updated = { ...used, ...known };
  return JSON.stringify(updated) === JSON.stringify(used) ? change : withUse(change, index, offer, updated);
}

const withUse = (change: Change, index: number, offer: StepOffer, use: OfferUse | undefined): Change => ({
  ...change,
  steps: mapNonEmpty(change.steps, (step, at) => (at === index ? { ...step, [offer]: use } : step)),
});
