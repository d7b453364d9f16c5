import type { ApprovalsAsked } from '../../change/transitions/raise-approvals.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';

/** Returns the approvals that the policy asks for; undefined if it asks for none. */
export const askedBy = ({
  decision,
  riskLine,
}: Pick<ChangeEvaluation, 'decision' | 'riskLine'>): ApprovalsAsked | undefined =>
  decision.kind === 'requestApproval'
    ? { approvers: decision.approvers, points: decision.points, riskLine }
    : undefined;
