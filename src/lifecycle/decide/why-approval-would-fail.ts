import { code, type Inline, person } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import type { Instant } from '../../core/clock.ts';
import { type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import { missingInRequest } from '../prepare/missing-in-request.ts';

/** The reason why an approved request would fail. */
interface WouldFail {
  /** A sentence. */
  readonly why: string;
  /** The next step of an approver. */
  readonly next: readonly Inline[];
  /** The effect of a break-glass approval, as a sentence. */
  readonly inEmergency: string;
}

/**
 * Returns why a request would fail after its approval: in a freeze, or without a ticket or an end that the policy requires by now.
 * `expires` is the expiry of the request, if it is stored.
 */
export function whyApprovalWouldFail(
  change: RequestedChange,
  decision: Decision,
  expires: Instant = Number.POSITIVE_INFINITY,
): WouldFail | undefined {
  const freeze = freezeIn(decision);
  if (freeze) {
    const inEmergency = 'Only a break-glass approval runs it before that.';
    const next: readonly Inline[] =
      freeze.until < expires
        ? ['Approve it when the freeze is over. ']
        : [
            'It expires before: ask ',
            person(change.requester),
            ' to request it with ',
            code('starts='),
            '. ',
          ];
    return { why: freezeInWords(freeze), next: [...next, inEmergency], inEmergency };
  }
  const missing = decision.kind === 'requestApproval' ? missingInRequest(change, decision) : undefined;
  if (missing === undefined) return undefined;
  const next = [
    'Ask ',
    person(change.requester),
    ' to withdraw this request, and to request the change again with what is missing.',
  ];
  return { why: missing, next, inEmergency: 'Only a break-glass approval runs it as it is.' };
}
