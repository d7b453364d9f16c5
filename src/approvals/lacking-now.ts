import type { ChangeEvaluation } from '../changes/evaluate-change.ts';
import { type Answer, count, failed, note, person } from '../core/answer.ts';
import { type Approval, needsApproval } from '../core/approval.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { peopleFor } from '../policy/people.ts';
import { askOneOf } from '../requests/who-can.ts';
import type { ApprovedRunDependencies } from './approval-dependencies.ts';
import type { Authority } from './authority.ts';

/** What a stored request lacks by the present policy and its present voters; undefined if it may run. */
export function lackingNow(
  approval: Approval,
  { lapsed, approvers }: Authority,
  { decision }: ChangeEvaluation,
  { policy }: Pick<ApprovedRunDependencies, 'policy'>,
): Answer | undefined {
  if (decision.kind === 'deny')
    return [failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)];
  const { steps, votes, approvers: requested } = approval;
  if (!needsApproval(approval))
    return decision.kind === 'requestApproval'
      ? [failed('It needs approval now. Nothing was changed.'), note('Request it again.')]
      : undefined;
  if (votes.some(({ breakGlass }) => breakGlass)) return undefined;
  const gone = [...lapsed].map(([voter, why]) =>
    note('The approval of ', person(voter), ` doesn’t count: ${why}`),
  );
  // A step alone can need fewer approvals than all steps together, so what they needed when they were requested counts.
  const minApprovers = steps.length > 1 ? requested : 1;
  const [needed, accounts] =
    decision.kind === 'requestApproval'
      ? [Math.max(decision.approvers, minApprovers), decision.accounts]
      : [minApprovers, steps.map(({ account }) => account)];
  const without = accounts.find(
    (account) => !approvers.some((approver) => mayApprove(approver, account, policy)),
  );
  if (without !== undefined && approvers.length > 0) {
    const why = `Nobody who may approve in account ${without} has approved. Nothing was changed.`;
    return [failed(why), ...gone, askOneOf(peopleFor('approve', without, policy))];
  }
  if (approvers.length >= needed) return undefined;
  const counted = `${count(needed, 'approval')} needed, and ${approvers.length} still counted.`;
  return [failed(`${counted} Nothing was changed.`), ...gone];
}
