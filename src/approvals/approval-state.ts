import { type Button, type Inline, type Part, person, type Tone, time } from '../answer/answer.ts';
import {
  type Approval,
  approvalsOf,
  approvedOf,
  needsApproval,
  requestLink,
} from '../change/model/approval.ts';
import { throughText } from '../change/model/change.ts';
import { scheduledStart } from '../change/model/scheduled-start.ts';
import { phaseInWords } from '../change/words/phase-in-words.ts';
import { between, missingApprovers, voters } from './votes-in-words.ts';

/** How a request stands, in a few words, and their icon. */
interface ApprovalState {
  readonly tone: Tone;
  readonly text: readonly Inline[];
}

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
  const { phase } = approval;
  if (phase === 'open') {
    const expires = ['expires ', time(new Date(approval.expires), 'relative')];
    return { tone: 'waiting', text: between([approvedOf(approval)], ...missingApprovers(approval), expires) };
  }
  const start = scheduledStart(approval);
  if (start !== undefined)
    return {
      tone: 'waiting',
      text: [needsApproval(approval) ? 'Approved' : 'Scheduled', ' · starts ', time(new Date(start))],
    };
  const [tone, text] = phaseInWords(approval, phase);
  return { tone, text: [text] };
}

/** The small print of a request: its name, requester, through what they requested it, approvers and ticket. */
export const requestDetails = (approval: Approval): readonly Inline[] =>
  between(
    [requestLink(approval)],
    [person(approval.requester), ...throughText(approval)],
    ...voters({ votes: approvalsOf(approval) }),
    approval.ticket ? [approval.ticket] : [],
  );
