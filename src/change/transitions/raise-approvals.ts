import type { Instant } from '../../core/clock.ts';
import { neededApprovals, withApproval } from '../model/approval.ts';
import type { Change, Judgement } from '../model/change.ts';

/** The number of people who have to approve a change under the current policy, with its risk. */
export interface ApprovalsAsked extends Pick<Judgement, 'points' | 'riskLine'> {
  readonly approvers: number;
}

/**
 * Returns an open request as the policy asks for it by now: with more approvals, and the risk that needs them, or as before once it asks for
 * no more. It never needs fewer than it was requested with, which is what its approvers agree to.
 */
export function raiseApprovals(
  change: Change,
  { approvers, points, riskLine }: ApprovalsAsked,
  now: Instant,
): Change {
  const { approvers: requested = 0 } = change.approval ?? {};
  const needed = Math.max(approvers, requested);
  if (!change.judgement || needed === neededApprovals(change)) return change;
  return withApproval(
    { ...change, judgement: { ...change.judgement, points, riskLine } },
    { raised: needed > requested ? { approvers: needed, at: now } : undefined },
  );
}
