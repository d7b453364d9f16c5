import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import type { OfferUse, Step } from '../model/step.ts';
import { type Used, undoOf } from '../model/undo.ts';
import { withStep } from '../model/with-step.ts';

/*
 * The Undo or the retry of a step is used once, however many previews of it exist. Its use is stored with the step.
 */

/** An offer of a step, named like the member that stores its use. */
export type StepOffer = 'undoneBy' | 'retriedBy';

const isOffered: Readonly<Record<StepOffer, (step: Step) => boolean>> = {
  undoneBy: ({ outcome }) => outcome?.undo !== undefined,
  retriedBy: ({ outcome }) => outcome?.kind === 'failed',
};

/** Returns the Undo of the step at `index` if it is still available to this job. */
export function offeredUndo(change: Change, index: number, job: string, now: Instant): Used {
  const undo = undoOf(change, index);
  const undoneBy = change.steps[index]?.undoneBy;
  if (!undo) return { refused: 'unknown' };
  if (undoneBy) return undoneBy.job === job ? { undo } : { refused: 'used', by: undoneBy };
  return now < undo.expires ? { undo } : { refused: 'expired' };
}

/**
 * Uses the offer of the step at `index`. Idempotent for the same job; refused if another job used it. An offer that was
 * previewed in time can be used after its expiry.
 */
export function takeOffer(change: Change, index: number, offer: StepOffer, by: OfferUse): Transition {
  const step = change.steps[index];
  if (!step || !isOffered[offer](step)) return { refused: 'It isn’t offered.' };
  const used = step[offer];
  if (used) return used.job === by.job ? { change } : { refused: 'It was used already.' };
  return { change: withUse(change, index, offer, by) };
}

/** The result of a used offer of the step at `index`. `isUnused`: it had no effect, and is offered again. */
export interface UseFound extends Pick<OfferUse, 'job' | 'request' | 'outcome'> {
  readonly index: number;
  readonly offer: StepOffer;
  readonly isUnused: boolean;
}

/** Stores the results of used offers. Returns `change` itself if they are known. */
export const noteUses = (change: Change, found: readonly UseFound[]): Change => found.reduce(noteUse, change);

function noteUse(change: Change, { index, offer, isUnused, ...known }: UseFound): Change {
  const used = change.steps[index]?.[offer];
  if (used?.job !== known.job) return change;
  if (isUnused) return withUse(change, index, offer, undefined);
  const updated = { ...used, ...known };
  return JSON.stringify(updated) === JSON.stringify(used) ? change : withUse(change, index, offer, updated);
}

const withUse = (change: Change, index: number, offer: StepOffer, use: OfferUse | undefined): Change =>
  withStep(change, index, (step) => ({ ...step, [offer]: use }));
