import type { ApprovalsAsked } from '../../change/transitions/raise-approvals.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';

/** Returns the approvals that the policy asks for. */
export const askedBy = ({
  decision,
  riskLine,
}: Pick<ChangeEvaluation, 'decision' | 'riskLine'>): ApprovalsAsked => ({
  approvers: decision.kind === 'requestApproval' ? decision.approvers : 0,
  points: 'points' in decision ? decision.points : [],
  riskLine,
});
