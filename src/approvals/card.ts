import {
  type Answer,
  buttons,
  facts,
  heading,
  note,
  type Part,
  person,
  quote,
  type Tone,
  time,
  waiting,
  warning,
} from '../core/answer.ts';
import { type Approval, approvalCount, outcomeOf, type Phase, unapproved } from '../core/approval.ts';
import { linesOf, titleOf } from '../core/change.ts';
import { suggestionRef } from '../core/ids.ts';
import { list } from '../core/list.ts';

const states: Readonly<Record<Phase, readonly [tone: Tone, sentence: string]>> = {
  open: ['waiting', 'Waits for approval.'],
  approved: ['waiting', 'Approved. It is about to run.'],
  running: ['waiting', 'Approved. It is running at the service.'],
  done: ['done', 'Approved and done.'],
  failed: ['failed', 'Approved, but it failed.'],
  unknown: ['warning', 'Approved, but it is not known whether it was done. It was not tried again.'],
  rejected: ['failed', 'Rejected. Nothing was changed.'],
  withdrawn: ['failed', 'Withdrawn. Nothing was changed.'],
  expired: ['failed', 'Expired. Nothing was changed.'],
  outdated: ['failed', 'Void: what it was about has changed meanwhile. Nothing was changed.'],
  superseded: ['failed', 'A narrower request took its place. Nothing was changed.'],
};

/** The card in the approvals channel, as it stands now. Its only button carries the approval's id. */
export function card(approval: Approval): Answer {
  return [
    heading('A change needs approval'),
    note(person(approval.requester), ` asks to ${titleOf(approval)}.`),
    status(approval),
    ...(approval.phase === 'withdrawn' ? outcomeOf(approval) : []),
    ...votes(approval),
    ...suggested(approval),
    ...reasons(approval),
    ...(approval.phase === 'open'
      ? [
          buttons({ label: 'Review', style: 'primary', action: { decide: 'review', on: approval.id } }),
          note('Expires ', time(new Date(approval.expires)), '.'),
        ]
      : []),
  ];
}

/** Why it is asked for, what it means, and what is risky about it. */
function reasons(approval: Approval): Answer {
  const { reason, ticket, accounts, steps: planned, impact, points } = approval;
  const named = accounts.length > 1 ? { Accounts: list(accounts) } : { Account: planned[0].account };
  return [
    facts({ Why: quote(reason), Ticket: ticket, ...named }),
    ...impact.map((sentence): Part => note(sentence)),
    ...points.map(({ why: risk, points: some }): Part => warning(`${risk} (risk ${some})`)),
  ];
}

/** How it stands, in a sentence. */
export function status(approval: Approval): Part {
  const { approvers, phase } = approval;
  const [tone, sentence] = states[phase];
  if (phase === 'expired') return { kind: 'notice', tone, text: overdue(approval) };
  const count =
    phase === 'open'
      ? ` ${approvalCount(approval)} of ${approvers} approvals so far.${stillNeeded(approval)}`
      : '';
  return { kind: 'notice', tone, text: `${sentence}${count}` };
}

const overdue = (approval: Approval): string =>
  approvalCount(approval) < approval.approvers
    ? 'Expired without enough approvals. Nothing was changed.'
    : 'Approved, but it expired before it could run. Nothing was changed.';

/** Of a request that touches several accounts: whose approvers have not agreed yet. */
function stillNeeded(approval: Approval): string {
  const left = unapproved(approval);
  if (approval.accounts.length < 2 || left.length === 0) return '';
  return ` Still needed: ${list(left.map((account) => `somebody who may approve in ${account}`))}.`;
}

const votes = ({ votes: cast }: Approval): Answer =>
  cast.map(({ person: who, vote, comment, breakGlass, lapsed }) =>
    note(
      person(who),
      vote === 'approve' ? (breakGlass ? ' broke the glass' : ' approved') : ' rejected',
      ...(comment ? [': ', quote(comment)] : []),
      ...(lapsed ? [`. This does not count any more: ${lapsed}`] : []),
    ),
  );

/** What an approver would agree to instead, for as long as the requester can still accept it. */
const suggested = ({ phase, suggestion, requester }: Approval): Answer =>
  suggestion === undefined || phase !== 'open'
    ? []
    : [
        waiting(
          person(suggestion.by),
          ` suggests something narrower: ${titleOf(suggestion)}. `,
          person(requester),
          ' can still accept it.',
        ),
        ...(suggestion.comment ? [note('Why: ', quote(suggestion.comment))] : []),
      ];

/** What the requester is told at each turn, in a direct message. */
export function statusAnswer(approval: Approval): Answer {
  const { phase, suggestion, id } = approval;
  const offers =
    phase === 'open'
      ? [
          buttons(
            suggestion !== undefined && {
              label: 'Take the proposal',
              style: 'primary',
              action: { decide: 'accept', on: suggestionRef(id, suggestion.id) },
            },
            { label: 'Withdraw', action: { decide: 'withdraw', on: id } },
          ),
        ]
      : [];
  return [
    note('Your request to ', `${titleOf(approval)}:`),
    status(approval),
    ...votes(approval),
    ...(suggestion && phase === 'open'
      ? [
          note(person(suggestion.by), ` would agree to something narrower: ${titleOf(suggestion)}.`),
          ...(suggestion.comment ? [note('Why: ', quote(suggestion.comment))] : []),
        ]
      : []),
    ...outcomeOf(approval),
    ...offers,
    note('As a line: ', ...linesOf(approval)),
  ];
}

/** The notice in the channel about a break-glass approval, with its outcome so far. */
export const breakGlassNotice = (
  approval: Approval,
  reason: string,
  outcome: Part = status(approval),
): Answer => [
  heading('Break-glass approval'),
  warning(person(approval.requester), ` approves their own request to ${titleOf(approval)}.`),
  note('Reason: ', quote(reason)),
  outcome,
];
