import type { Instant } from '../../core/clock.ts';
import { withApproval } from '../model/approval.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { startDeadline } from '../model/deadlines.ts';
import { isReversal } from '../model/reversal.ts';
import { closeRequest, whyClosed } from './status.ts';

/** Ends a request that expired without enough approvals or before it could run. */
export function expire(change: Change, now: Instant): Transition {
  const { status, expires, requester: person } = change;
  const until = status === 'open' ? expires : startDeadline(change);
  if (isReversal(change) || (status !== 'open' && status !== 'approved') || now < until)
    return { refused: 'It has not expired.' };
  return closeRequest(change, 'expired', { event: 'expired', person, job: 'expiry' }, now);
}

/** Records the reminder of approvers before it is sent, so that it is sent once. */
export function remind(change: Change, now: Instant): Transition {
  const { approval } = change;
  if (!approval || whyClosed(change, now) || approval.reminded || now < approval.remindAt)
    return { refused: 'No reminder is due.' };
  return { change: withApproval(change, { reminded: true }) };
}

/** Makes a reminder due again that could not be sent. */
export const remindLater = (change: Change): Transition => ({
  change: withApproval(change, { reminded: false }),
});
