import type { Approval, Ended, Transition } from '../model/approval.ts';
import { scheduledStart } from '../model/scheduled-start.ts';
import { closed, endedBy, endRequest } from './phase.ts';

/** Ends a request as its requester wants: while it is open, or approved and not started. */
export function withdraw(
  approval: Approval,
  { person, job }: { readonly person: string; readonly job: string },
  now: number,
): Transition {
  if (endedBy(approval, job)) return { approval };
  if (person !== approval.requester) return { refused: 'Only the requester can withdraw it.' };
  const refused = scheduledStart(approval) === undefined ? closed(approval, now) : undefined;
  return refused ? { refused } : endRequest(approval, 'withdrawn', { event: 'withdrawn', person, job }, now);
}

/** Ends a request whose card cannot be posted, so that nobody can see it; not one whose card was posted meanwhile. */
export function discard(approval: Approval, why: string, now: number): Transition {
  if (approval.cards.length > 0 || approval.discarded) return { approval };
  const refused = closed(approval, now);
  if (refused) return { refused };
  const { job, requester: person } = approval;
  const ended: Ended = { event: 'refused', person, job, note: why };
  return endRequest({ ...approval, discarded: true }, 'withdrawn', ended, now, ['requester', 'log']);
}

/** Ends a request whose time is over, with too few approvals or before it could run. */
export function expire(approval: Approval, now: number): Transition {
  const { phase, expires, requester: person } = approval;
  if ((phase !== 'open' && phase !== 'approved') || now < expires) return { refused: 'It has not expired.' };
  return endRequest(approval, 'expired', { event: 'expired', person, job: 'expiry' }, now);
}

/** Notes that approvers are reminded, which they are once. */
export function remind(approval: Approval, now: number): Transition {
  if (closed(approval, now) || approval.reminded || now < approval.remindAt)
    return { refused: 'No reminder is due.' };
  return { approval: { ...approval, reminded: true } };
}
