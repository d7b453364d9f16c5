import { neededApprovals, needsApproval } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import type { Refusal } from '../../change/words/refusal.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import type { PeopleDependencies } from '../../evaluate/build-context.ts';
import { askOneOf, denied } from '../../evaluate/who-can.ts';
import { type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import { mayApprove } from '../../policy/may-decide.ts';
import { peopleFor } from '../../policy/people.ts';
import type { Authority } from '../prepare/authority.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { missingInRequest } from '../prepare/missing-in-request.ts';

/** Returns why a stored request may not run under the current policy and with its current voters; undefined if it may. */
export function whyNotAllowed(
  change: Change,
  { lapsed, approvers, brokeGlass }: Authority,
  { decision, riskLine }: Pick<ChangeEvaluation, 'decision' | 'riskLine'>,
  { policy }: Pick<PeopleDependencies, 'policy'>,
): Refusal | undefined {
  const freeze = freezeIn(decision);
  if (freeze && !brokeGlass) return whyNotRun.frozen(freezeInWords(freeze));
  if (decision.kind === 'deny' && !freeze) return { answer: denied(decision), note: decision.why };
  if (!needsApproval(change))
    return decision.kind === 'requestApproval' ? whyNotRun.needsApprovalNow(riskLine) : undefined;
  if (brokeGlass) return undefined;
  const gone = [...lapsed].map(([voter, why]) => whyNotRun.approvalLapsed(voter, why));
  const requested = neededApprovals(change);
  const [needed, accounts] = approvalsNeededNow(change, requested, decision);
  const without = accounts.find(
    (account) => !approvers.some((approver) => mayApprove(approver, account, policy)),
  );
  if (without !== undefined && approvers.length > 0)
    return whyNotRun.nobodyForAccount(without, gone, askOneOf(peopleFor('approve', without, policy)));
  const missing = decision.kind === 'requestApproval' ? missingInRequest(change, decision) : undefined;
  if (missing !== undefined) return whyNotRun.lacksNow(missing, riskLine);
  if (approvers.length >= needed) return undefined;
  return needed > requested
    ? whyNotRun.needsMoreApprovals(needed, approvers.length, gone, riskLine)
    : whyNotRun.approvalsLapsed(needed, approvers.length, gone);
}

/** Returns the number of approvals, never fewer than at the request, and the accounts that need one under the current policy. */
function approvalsNeededNow(
  { steps }: Change,
  requested: number,
  decision: Decision,
): readonly [approvers: number, accounts: readonly string[]] {
  return decision.kind === 'requestApproval'
    ? [Math.max(decision.approvers, requested), decision.accounts]
    : [requested, steps.map(({ account }) => account)];
}
