import { type Button, type Inline, type Part, person, type Tone, time } from '../core/answer.ts';
import {
  type Approval,
  approvalCount,
  approvalsOf,
  approvedOf,
  needsApproval,
  type Phase,
  requestLink,
} from '../core/approval.ts';
import { throughText } from '../core/change.ts';
import { scheduledStart } from '../core/scheduled-start.ts';
import { between, missingApprovers, voters } from './votes-in-words.ts';

/** How a request stands, in a few words, and their icon. */
interface ApprovalState {
  readonly tone: Tone;
  readonly text: readonly Inline[];
}

const states: Readonly<Record<Exclude<Phase, 'open' | 'expired' | 'superseded'>, readonly [Tone, string]>> = {
  approved: ['waiting', 'Applying…'],
  running: ['waiting', 'Applying…'],
  done: ['done', 'Applied'],
  failed: ['failed', 'Failed'],
  unknown: ['warning', 'Outcome unknown'],
  rejected: ['failed', 'Rejected'],
  withdrawn: ['neutral', 'Withdrawn'],
  outdated: ['neutral', 'Outdated'],
};

/** How a request stands, as a line with its icon; `more` follows. */
export function stateLine(approval: Approval, ...more: readonly Inline[]): Part {
  const { tone, text } = approvalState(approval);
  return { kind: 'notice', tone, text: [...text, ...more] };
}

/** How a request stands, as a line with its icon and a button in its menu; `words` follow. */
export function stateItem(approval: Approval, button: Button, ...words: readonly Inline[]): Part {
  const { tone, text } = approvalState(approval);
  return { kind: 'item', tone, text: [...text, ...words], buttons: [], more: [button] };
}

function approvalState(approval: Approval): ApprovalState {
  const { phase, replacedBy = 'another request' } = approval;
  if (phase === 'open') {
    const expires = ['expires ', time(new Date(approval.expires), 'relative')];
    return { tone: 'waiting', text: between([approvedOf(approval)], ...missingApprovers(approval), expires) };
  }
  if (phase === 'expired') return { tone: 'neutral', text: [expiry(approval)] };
  if (phase === 'superseded') return { tone: 'neutral', text: [`Replaced by ${replacedBy}`] };
  const start = scheduledStart(approval);
  if (start !== undefined)
    return {
      tone: 'waiting',
      text: [needsApproval(approval) ? 'Approved' : 'Scheduled', ' · starts ', time(new Date(start))],
    };
  if (phase === 'failed' && approval.steps.some(({ outcome }) => outcome?.kind === 'done'))
    return { tone: 'warning', text: ['Partly applied'] };
  const [tone, text] = states[phase];
  return { tone, text: [text] };
}

const expiry = (approval: Approval): string =>
  approvalCount(approval) < approval.approvers
    ? 'Expired without enough approvals'
    : 'Expired before it could be applied';

/** The small print of a request: its name, requester, through what they requested it, approvers and ticket. */
export const requestDetails = (approval: Approval): readonly Inline[] =>
  between(
    [requestLink(approval)],
    [person(approval.requester), ...throughText(approval)],
    ...voters({ votes: approvalsOf(approval) }),
    approval.ticket ? [approval.ticket] : [],
  );
