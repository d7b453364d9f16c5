import { type Answer, code, count, failed, note, person } from '../../answer/answer.ts';
import { neededApprovals, needsApproval } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import type { PeopleDependencies } from '../../evaluate/build-context.ts';
import { askOneOf, denied } from '../../evaluate/who-can.ts';
import { type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import { mayApprove } from '../../policy/may-decide.ts';
import { peopleFor } from '../../policy/people.ts';
import type { Authority } from '../prepare/authority.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { missingInRequest } from '../prepare/missing-in-request.ts';

/** Why something is refused: for its requester, and as a sentence for the audit log. */
export interface Refusal {
  readonly answer: Answer;
  readonly note: string;
}

/** Creates a refusal from a sentence and the next steps. */
export const refusal = (note: string, ...next: Answer): Refusal => ({
  answer: [failed(note), ...next],
  note,
});

/** Returns why a stored request may not run under the current policy and with its current voters; undefined if it may. */
export function whyNotRun(
  change: Change,
  { lapsed, approvers, brokeGlass }: Authority,
  { decision, riskLine }: Pick<ChangeEvaluation, 'decision' | 'riskLine'>,
  { policy }: Pick<PeopleDependencies, 'policy'>,
): Refusal | undefined {
  const freeze = freezeIn(decision);
  if (freeze && !brokeGlass)
    return refusal(
      `${freezeInWords(freeze)} Nothing was changed.`,
      note('Request it again with ', code('starts='), ' after that.'),
    );
  if (decision.kind === 'deny' && !freeze) return { answer: denied(decision), note: decision.why };
  const again = [...(riskLine === undefined ? [] : [note(riskLine)]), note('Request it again.')];
  if (!needsApproval(change))
    return decision.kind === 'requestApproval'
      ? refusal('It needs approval now. Nothing was changed.', ...again)
      : undefined;
  if (brokeGlass) return undefined;
  const gone = [...lapsed].map(([voter, why]) =>
    note('The approval of ', person(voter), ` doesn’t count: ${why}`),
  );
  const requested = neededApprovals(change);
  const [needed, accounts] = approvalsNeededNow(change, requested, decision);
  const without = accounts.find(
    (account) => !approvers.some((approver) => mayApprove(approver, account, policy)),
  );
  if (without !== undefined && approvers.length > 0) {
    const why = `Nobody who may approve in account ${without} has approved. Nothing was changed.`;
    return refusal(why, ...gone, askOneOf(peopleFor('approve', without, policy)));
  }
  const missing = decision.kind === 'requestApproval' ? missingInRequest(change, decision) : undefined;
  if (missing !== undefined) return refusal(`${missing} Nothing was changed.`, ...again);
  if (approvers.length >= needed) return undefined;
  const counted = `${count(needed, 'approval')} needed, and ${approvers.length} still counted.`;
  return refusal(`${counted} Nothing was changed.`, ...gone, ...(needed > requested ? again : []));
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
