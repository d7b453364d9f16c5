import {
  type Answer,
  type Button,
  context,
  type Inline,
  itemWithTone,
  type Part,
  person,
  quote,
  type Tone,
  time,
} from '../core/answer.ts';
import {
  type Approval,
  approvalCount,
  approvalsOf,
  needsApproval,
  type Phase,
  requestLink,
  unapproved,
} from '../core/approval.ts';
import { scheduledStart } from '../core/scheduled-start.ts';
import { listed } from '../policy/people-in-words.ts';

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

/** How a request stands, as a line with its icon and a button; `more` follows. */
export function stateItem(approval: Approval, button: Button, ...more: readonly Inline[]): Part {
  const { tone, text } = approvalState(approval);
  return itemWithTone(tone, [...text, ...more], button);
}

function approvalState(approval: Approval): ApprovalState {
  const { phase, replacedBy = 'another request' } = approval;
  if (phase === 'open') return { tone: 'waiting', text: progress(approval) };
  if (phase === 'expired') return { tone: 'neutral', text: [expiry(approval)] };
  if (phase === 'superseded') return { tone: 'neutral', text: [`Replaced by ${replacedBy}`] };
  const start = scheduledStart(approval);
  if (start !== undefined)
    return {
      tone: 'waiting',
      text: [needsApproval(approval) ? 'Approved' : 'Scheduled', ' · starts ', time(new Date(start))],
    };
  const [tone, text] = states[phase];
  return { tone, text: [text] };
}

/** "1 of 2 approved · expires in 8 h". */
function progress(approval: Approval): readonly Inline[] {
  const { approvers, accounts, expires } = approval;
  const missing = accounts.length > 1 ? unapproved(approval) : [];
  const needed = missing.length > 0 ? [' · needs an approver for ', ...listed(missing)] : [];
  return [
    `${approvalCount(approval)} of ${approvers} approved`,
    ...needed,
    ' · expires ',
    time(new Date(expires), 'relative'),
  ];
}

const expiry = (approval: Approval): string =>
  approvalCount(approval) < approval.approvers
    ? 'Expired without enough approvals'
    : 'Expired before it could be applied';

/** Who decided what, with their comments; a line of small print each. */
export const votesOf = ({ votes }: Pick<Approval, 'votes'>): Answer =>
  votes.map(({ person: who, vote, comment, breakGlass, lapsed }) => {
    const verb = vote === 'reject' ? 'rejected' : breakGlass ? 'used break-glass approval' : 'approved';
    return context(
      person(who),
      ` ${verb}`,
      ...(comment ? [': ', quote(comment)] : []),
      ...(lapsed ? [` · no longer counts: ${lapsed}`] : []),
    );
  });

/** The small print of a request: its name, requester, approvers and ticket. */
export const requestDetails = (approval: Approval): readonly Inline[] => {
  const approvers = approvalsOf(approval).map((vote) => person(vote.person));
  return [
    requestLink(approval),
    ' · ',
    person(approval.requester),
    ...(approvers.length > 0 ? [' · approved by ', ...listed(approvers)] : []),
    ...(approval.ticket ? [` · ${approval.ticket}`] : []),
  ];
};
