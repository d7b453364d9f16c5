import type { Instant } from '../../core/clock.ts';
import { type Change, type Closing, isDiscarded } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isPosted } from '../model/posted-message.ts';
import { isReversal } from '../model/reversal.ts';
import { waitsToStart } from '../model/scheduled-start.ts';
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
