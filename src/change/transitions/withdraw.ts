import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { type Change, type Closing, isDiscarded } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isPosted } from '../model/posted-message.ts';
import { isReversal } from '../model/reversal.ts';
import { waitsToStart } from '../model/scheduled-start.ts';
import type { Refusal } from '../words/refusal.ts';
import { closeRequest, isClosedBy, whyClosed } from './status.ts';

/** Withdraws a request that is open, or approved and waits to start. */
export function withdraw(
  change: Change,
  { person, job }: { readonly person: string; readonly job: string },
  now: Instant,
): Transition {
  if (isClosedBy(change, job)) return { change };
  if (person !== change.requester) return { refused: 'Only the requester can withdraw it.' };
  const refused = !isReversal(change) && waitsToStart(change) ? undefined : whyClosed(change, now);
  return refused ? { refused } : closeRequest(change, 'withdrawn', { event: 'withdrawn', person, job }, now);
}

/** Ends a request whose card cannot be posted, so that nobody can see it. Does nothing if the card was posted in the meantime. */
export function discard(change: Change, why: string, now: Instant): Transition {
  if (isPosted('card', change) || isDiscarded(change)) return { change };
  const refused = whyClosed(change, now);
  if (refused) return { refused };
  const { job, requester: person } = change;
  const closing: Closing = { event: 'refused', person, job, note: why };
  return closeRequest(change, 'refused', closing, now, ['requester', 'log']);
}

/**
 * Returns a change that is refused at its confirmation. It is stored as ended, so no other run of the click's job makes it. The
 * offers of earlier steps that the job used become available again.
 */
export function refuse(
  previewed: Change,
  { job, note, answer }: { readonly job: string } & Refusal,
  now: Instant,
): Change {
  const steps = mapNonEmpty(previewed.steps, ({ undoes, retries, ...step }) => ({
    ...step,
    ...(undoes && { undoes: { ...undoes, usedBy: job } }),
    ...(retries && { retries: { ...retries, usedBy: job } }),
  }));
  const change: Change = { ...previewed, steps, job, created: now };
  const closing: Closing = { event: 'refused', person: change.requester, job, note, answer };
  return closeRequest(change, 'refused', closing, now).change;
}
