import type { Instant } from '../../core/clock.ts';
import type { Message } from '../../messaging/messaging.ts';
import { counts, isAgreed, type Vote, votesOf, withApproval } from '../model/approval.ts';
import type { Change, Closing } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import { type ApprovalsAsked, raiseApprovals } from './raise-approvals.ts';
import { closeRequest, enter, whyClosed } from './status.ts';

/** Conditions of a vote. */
interface VoteConditions {
  /** The id of the suggestion that the voter saw. */
  readonly saw?: string | undefined;
  readonly lapsed?: Lapsed;
  /** What the policy asks for by now. */
  readonly asked?: ApprovalsAsked | undefined;
  /** The message that notified everyone of a break-glass approval. */
  readonly notice?: Message | undefined;
}

/**
 * Adds a vote. Each person has one vote; the requester has none, except for a break-glass approval, which needs no other. One
 * rejection closes the request; the last required approval approves it. While a suggestion is pending, an approval means the
 * wider change, so it counts only if the person `saw` that suggestion (its id). `lapsed` gives the reason by user id for
 * earlier votes that no longer count. An approval counts against the number that is `asked` for by now: a second one by the same person
 * replaces their first one if that number is less again, and the request then needs no other.
 */
export function addVote(
  before: Change,
  vote: Vote,
  { saw, lapsed = new Map(), asked, notice }: VoteConditions = {},
): Transition {
  if (votesOf(before).some(({ job }) => job === vote.job)) return { change: before };
  const current = asked ? raiseApprovals(before, asked, vote.at) : before;
  const change = withApproval(current, { votes: votesOf(before).map((one) => lapse(one, lapsed)) });
  const refused = whyClosed(change, vote.at);
  if (refused) return { refused };
  if (vote.person === change.requester && !vote.breakGlass) {
    return { refused: 'You requested this, so you can’t decide on it. You can withdraw it.' };
  }
  const others = votesOf(change).filter((earlier) => earlier.person !== vote.person || !counts(earlier));
  const next = withApproval(change, { votes: [...others, vote] });
  const isRepeated = others.length < votesOf(change).length;
  if (isRepeated && (vote.vote === 'reject' || !isAgreed(next))) return { refused: 'You already voted.' };
  const pending = change.approval?.suggestion;
  if (vote.vote === 'approve' && pending && pending.id !== saw) {
    return {
      refused:
        'Changes were suggested after you opened it. Press Review again to approve all of it, or wait for the requester.',
    };
  }
  if (vote.vote === 'reject') {
    const { person, job, comment: note } = vote;
    return closeRequest(next, 'rejected', { event: 'rejected', person, job, note }, vote.at);
  }
  if (vote.breakGlass) return enter(withNotice(next, vote, notice), 'approved', vote.at);
  const approved = approveIfAgreed(next, vote.at);
  return 'refused' in approved ? { change: next } : approved;
}

type Lapsed = ReadonlyMap<string, string>;

const withNotice = (change: Change, { job }: Vote, notice: Message | undefined): Change =>
  notice ? { ...change, messages: [...change.messages, { view: 'notice', of: job, ...notice }] } : change;

function lapse(vote: Vote, lapsed: Lapsed): Vote {
  const why = vote.vote === 'approve' && counts(vote) ? lapsed.get(vote.person) : undefined;
  return why === undefined ? vote : { ...vote, lapsed: why };
}

/** Approves an open request that has enough approvals. */
export function approveIfAgreed(change: Change, now: Instant): Transition {
  const refused = whyClosed(change, now);
  if (refused) return { refused };
  if (!isAgreed(change)) return { refused: 'It needs more approvals.' };
  return enter(change, 'approved', now);
}

/** Ends a request whose requester lost the right to make it. */
export function revoke(
  change: Change,
  { why, job }: { readonly why: string; readonly job: string },
  now: Instant,
): Transition {
  const refused = whyClosed(change, now);
  if (refused) return { refused };
  const closing: Closing = {
    event: 'refused',
    person: change.requester,
    job,
    ...whyNotRun.notPermitted(why),
  };
  return closeRequest(change, 'refused', closing, now);
}
