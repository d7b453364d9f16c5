import { buttons } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import type { Changes, Transition } from '../../change/model/changes.ts';
import { stepOfId } from '../../change/model/ids.ts';
import { idOfStep, type OfferUse, type Undone } from '../../change/model/step.ts';
import { undoLifetime } from '../../change/model/time-limits.ts';
import type { Undo, Used } from '../../change/model/undo.ts';
import { offeredUndo, type StepOffer, takeOffer } from '../../change/transitions/step-offers.ts';
import { nameOf } from '../../change/words/offers-in-words.ts';
import type { Refusal } from '../../change/words/refusal.ts';
import { reviewButton } from '../../change/words/request-buttons.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { type Clock, minute } from '../../core/clock.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { fingerprint } from '../../evaluate/read-snapshot.ts';
import { type PresentState, whyUnread } from '../../evaluate/read-undone.ts';
import { isComparable } from '../../operation/state-hash.ts';
import type { DecisionMade } from '../../queue/job.ts';

/*
 * The offers of steps, Undo and retry, by the id of the step (`stepId`) that buttons carry.
 */

/** Dependencies for checking whether an Undo is offered. */
export interface CheckUndoDependencies {
  readonly changes: Pick<Changes, 'get'>;
  readonly clock: Clock;
}

/** Dependencies for claiming the offer of a step. */
interface UseOfferDependencies extends CheckUndoDependencies {
  readonly changes: Pick<Changes, 'get' | 'change'>;
}

/** Resolves to the Undo if it is still available to this job: not expired, and not used by another. */
export async function checkUndo(
  id: string,
  job: string,
  { changes, clock }: CheckUndoDependencies,
): Promise<Used> {
  const { change: of, index } = stepOfId(id);
  const change = await changes.get(of);
  return change ? offeredUndo(change, index, job, clock()) : { refused: 'unknown' };
}

/** Claims an unused Undo. Idempotent for the same job. */
export async function claimUndo(id: string, by: OfferUse, deps: UseOfferDependencies): Promise<Used> {
  const used = await take(id, 'undoneBy', by, deps);
  return 'change' in used
    ? offeredUndo(used.change, stepOfId(id).index, by.job, deps.clock())
    : checkUndo(id, by.job, deps);
}

/** Claims the retry of a failed step. Idempotent for the same job. */
async function claimRetry(id: string, by: OfferUse, deps: UseOfferDependencies): Promise<OfferClaim> {
  if ('change' in (await take(id, 'retriedBy', by, deps))) return { retried: id };
  const { change, index } = stepOfId(id);
  return { refused: 'retried', by: (await deps.changes.get(change))?.steps[index]?.retriedBy };
}

function take(id: string, offer: StepOffer, by: OfferUse, deps: UseOfferDependencies): Promise<Transition> {
  const { change, index } = stepOfId(id);
  return deps.changes.change(change, (current) => takeOffer(current, index, offer, by));
}

/** Why the offer of a step can't be used. */
type NotOffered =
  | Exclude<Used, { readonly undo: Undo }>
  | { readonly refused: 'retried'; readonly by: OfferUse | undefined };

/** Result of claiming the offer that a step of a confirmed change uses; undefined if it uses none. */
export type OfferClaim = { readonly undo: Undo } | { readonly retried: string } | NotOffered | undefined;

/**
 * Claims the offers that the steps of a confirmed preview use: of all previews of one Undo or retry, only one gets it.
 * Idempotent for the same job.
 */
export const claimOffers = (
  { steps }: Pick<Change, 'steps'>,
  { id, replyTo }: DecisionMade,
  deps: UseOfferDependencies,
): Promise<readonly OfferClaim[]> =>
  mapConcurrently(steps, async ({ undoes, retries }): Promise<OfferClaim> => {
    const by = { person: replyTo.person, job: id };
    if (undoes) return claimUndo(undoes.id, by, deps);
    return retries && claimRetry(retries.id, by, deps);
  });

/** Returns the step that a claimed Undo undoes; undefined if none was claimed. */
export const undoneIn = (claim: OfferClaim): Pick<Undone, 'id' | 'subject' | 'state'> | undefined =>
  claim && 'undo' in claim ? { ...claim.undo, id: idOfStep(claim.undo) } : undefined;

/** Returns whether a step got its offer. */
export const isClaimed = (claim: OfferClaim): boolean => claim !== undefined && !('refused' in claim);

/** Returns why a step can't be made: its offer was not claimed, or the resource was changed since. Undefined if it can. */
export function whyExcluded(claim: OfferClaim, state: PresentState | undefined): Refusal | undefined {
  if (!claim) return undefined;
  if ('refused' in claim) return whyNotOffered(claim);
  return 'undo' in claim && state ? changedSince(claim.undo, state) : undefined;
}

/** Returns why an Undo is refused if its resource has changed since the step, or may have; undefined if it has not. */
export function changedSince({ state, line }: Undo, now: PresentState): Refusal | undefined {
  if (fingerprint(now) === state) return undefined;
  return whyNotRun.undoneDiffers(whyNotSame({ state }, now), now.description, line);
}

/** Returns why a state is not, or may not be, the one that a step left. */
const whyNotSame = ({ state }: Pick<Undo, 'state'>, now: PresentState): string =>
  isComparable(state) ? (whyUnread(now) ?? now.changed) : whyNotRun.undoneOfNewVersion;

/** Explains why an Undo or a retry is not offered. */
export function whyNotOffered(why: NotOffered): Refusal {
  switch (why.refused) {
    case 'retried':
      return whyNotRun.retriedBefore(why.by?.person);
    case 'unknown':
      return whyNotRun.undoGone();
    case 'expired':
      return whyNotRun.undoOver(undoLifetime / minute);
    default:
      return whyUsed(why.by);
  }
}

function whyUsed({ person, request, outcome }: OfferUse): Refusal {
  if (outcome === 'done') return whyNotRun.undoneBefore(person);
  if (outcome === 'unknown') return whyNotRun.undoUnknown(person);
  return request
    ? whyNotRun.undoRequested(person, nameOf(request), buttons(reviewButton(request)))
    : whyNotRun.undoRunning(person);
}
