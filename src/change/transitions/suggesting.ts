import type { Instant } from '../../core/clock.ts';
import { type Suggestion, withApproval } from '../model/approval.ts';
import { type Change, type Closing, isDiscarded, requestName } from '../model/change.ts';
import type { Transition, TransitionOfBoth } from '../model/changes.ts';
import { differenceOf } from '../words/suggested.ts';
import { closeRequest, whyClosed } from './status.ts';
import { discard } from './withdraw.ts';

/** Stores the latest suggestion of an approver. */
export function suggest(change: Change, suggestion: Suggestion, now: Instant): Transition {
  const refused = whyClosed(change, now);
  return refused ? { refused } : { change: withApproval(change, { suggestion }) };
}

/** Why a suggestion can be neither accepted nor declined. */
export const notPending = 'This suggestion is no longer pending.';

/** Removes the suggestion that the requester declines, and keeps the request. */
export function decline(
  change: Change,
  { person, suggestion, job }: { readonly person: string; readonly suggestion: string; readonly job: string },
  now: Instant,
): Transition {
  const { approval } = change;
  if (approval?.declined?.job === job) return { change };
  if (person !== change.requester) return { refused: 'Only the requester can decline a suggestion.' };
  const refused = whyClosed(change, now);
  if (refused) return { refused };
  const pending = approval?.suggestion;
  if (pending?.id !== suggestion) return { refused: notPending };
  const { id, by } = pending;
  return {
    change: withApproval(change, {
      suggestion: undefined,
      offers: approval?.offers?.map((offer) => (offer.id === id ? { ...offer, declined: true } : offer)),
      declined: { id, by, title: differenceOf(pending, change.steps), job },
    }),
  };
}

/** Records that the suggester was notified of what a job declined, so that its next delivery does not repeat it. */
export function markReplied(change: Change, job: string): Transition {
  const { declined } = change.approval ?? {};
  if (declined?.job !== job) return { refused: 'Something else was declined since.' };
  return { change: withApproval(change, { declined: { ...declined, isReplied: true } }) };
}

/**
 * Ends a request whose requester accepts the suggestion that they saw; `narrower` replaces it in one transaction. It keeps the number of
 * the one that is `known`, which could not be posted: only that leads to it.
 */
export function supersede(
  change: Change,
  known: Change | undefined,
  {
    person,
    suggestion,
    job,
    narrower: fresh,
  }: { person: string; suggestion: string; job: string; narrower: Change },
  now: Instant,
): TransitionOfBoth {
  if (change.approval?.acceptedBy === job && known) return { change, narrower: known };
  if (person !== change.requester) return { refused: 'Only the requester can accept a suggestion.' };
  const refused = whyClosed(change, now);
  if (refused) return { refused };
  if (change.approval?.suggestion?.id !== suggestion) return { refused: notPending };
  const narrower = { ...fresh, number: known?.number ?? fresh.number };
  const replacedBy = requestName(narrower);
  const closing: Closing = { event: 'superseded', person, job, note: `Replaced by ${replacedBy}.` };
  const replaced = withApproval(change, { acceptedBy: job, replacedBy });
  return { ...closeRequest(replaced, 'superseded', closing, now, ['card', 'log']), narrower };
}

/** Reopens a superseded request, and ends the narrower one that could not be posted. */
export function restore(
  change: Change,
  narrower: Change | undefined,
  { job, why }: { readonly job: string; readonly why: string },
  now: Instant,
): TransitionOfBoth {
  if (!narrower || change.status !== 'superseded' || change.approval?.acceptedBy !== job)
    return { refused: 'It wasn’t replaced.' };
  const discarded = discard(narrower, why, now);
  if ('refused' in discarded) return discarded;
  if (!isDiscarded(discarded.change)) return { refused: 'The suggested request was posted meanwhile.' };
  const {
    closed: _,
    due: __,
    ...before
  } = withApproval(change, { acceptedBy: undefined, replacedBy: undefined });
  return { change: { ...before, status: 'open', since: now }, narrower: discarded.change };
}
