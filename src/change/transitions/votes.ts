import { failed } from '../../answer/answer.ts';
import {
  type Approval,
  approvalCount,
  counts,
  type Ended,
  type Transition,
  unapproved,
  type Vote,
} from '../model/approval.ts';
import { closed, endRequest, enterApproved } from './phase.ts';

/**
 * Adds a vote: one person, one vote, never the requester's unless it is a break-glass approval, which needs no second. One
 * rejection ends it; the last approval that is needed approves it. With a suggestion pending, an approval is of the wider
 * change, so it counts only from a person who `saw` that suggestion (its id). `lapsed` says by user id whose earlier vote does
 * not count any more, and why.
 */
export function addVote(
  before: Approval,
  vote: Vote,
  { saw, lapsed = new Map() }: { readonly saw?: string | undefined; readonly lapsed?: Lapsed } = {},
): Transition {
  if (before.votes.some(({ job }) => job === vote.job)) return { approval: before };
  const approval = { ...before, votes: before.votes.map((vote) => lapse(vote, lapsed)) };
  const refused = closed(approval, vote.at);
  if (refused) return { refused };
  if (vote.person === approval.requester && !vote.breakGlass) {
    return { refused: 'You requested this, so you can’t decide on it. You can withdraw it.' };
  }
  if (approval.votes.some((earlier) => earlier.person === vote.person && counts(earlier))) {
    return { refused: 'You already voted.' };
  }
  if (vote.vote === 'approve' && approval.suggestion && approval.suggestion.id !== saw) {
    return {
      refused:
        'Changes were suggested after you opened it. Press Review again to approve all of it, or wait for the requester.',
    };
  }
  const next = { ...approval, votes: [...approval.votes, vote] };
  if (vote.vote === 'reject') {
    const { person, job, comment: note } = vote;
    return endRequest(next, 'rejected', { event: 'rejected', person, job, note }, vote.at);
  }
  if (vote.breakGlass) return enterApproved(next, vote.at);
  const approved = approveIfAgreed(next, vote.at);
  return 'refused' in approved ? { approval: next } : approved;
}

type Lapsed = ReadonlyMap<string, string>;

function lapse(vote: Vote, lapsed: Lapsed): Vote {
  const why = vote.vote === 'approve' && counts(vote) ? lapsed.get(vote.person) : undefined;
  return why === undefined ? vote : { ...vote, lapsed: why };
}

/** Approves an open request that has enough approvals, also for each account that it affects. */
export function approveIfAgreed(approval: Approval, now: number): Transition {
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (approvalCount(approval) < approval.approvers || unapproved(approval).length > 0)
    return { refused: 'It needs more approvals.' };
  return enterApproved(approval, now);
}

/** Ends a request whose requester may not make it any more. */
export function revoke(
  approval: Approval,
  { why, job }: { readonly why: string; readonly job: string },
  now: number,
): Transition {
  const refused = closed(approval, now);
  if (refused) return { refused };
  const answer = [failed(`${why} Nothing was changed.`)];
  const ended: Ended = { event: 'refused', person: approval.requester, job, note: why, answer };
  return endRequest(approval, 'withdrawn', ended, now);
}
