import { failed, person as mentioned, note } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import { type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { missingInRequest } from '../prepare/missing-in-request.ts';

/**
 * What an approver reads whose vote isn’t counted: in a freeze, or without a ticket or an end that the policy demands by now, the change
 * would fail once it is approved. Undefined if it would not.
 */
export function ifItWouldFail(change: RequestedChange, decision: Decision): Result | undefined {
  const freeze = freezeIn(decision);
  if (freeze) {
    const next = 'Your vote wasn’t counted. Approve it when the freeze is over.';
    return ephemeral([failed(`${freezeInWords(freeze)} ${next}`)]);
  }
  const missing = decision.kind === 'requestApproval' ? missingInRequest(change, decision) : undefined;
  if (missing === undefined) return undefined;
  const next = note(
    'Ask ',
    mentioned(change.requester),
    ' to withdraw this request, and to request the change again with what is missing.',
  );
  return ephemeral([failed(`${missing} Your vote wasn’t counted.`), next]);
}
