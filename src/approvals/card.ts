import {
  type Answer,
  facts,
  heading,
  line,
  note,
  type Part,
  person,
  quote,
  steps,
  type Tone,
  time,
  waiting,
  warning,
} from '../core/answer.ts';
import { type Approval, accountsOf, agreed, type Phase, unapproved } from '../core/approval.ts';
import { suggestionRef } from '../core/ids.ts';
import { list } from '../policy/traffic/services.ts';

const states: Readonly<Record<Phase, readonly [tone: Tone, sentence: string]>> = {
  open: ['waiting', 'Waits for approval.'],
  granted: ['waiting', 'Approved. It is about to run.'],
  running: ['waiting', 'Approved. It is running at the service.'],
  done: ['done', 'Approved and done.'],
  failed: ['failed', 'Approved, but it failed.'],
  unknown: ['warning', 'Approved, but it is not known whether it was done. It was not tried again.'],
  rejected: ['failed', 'Rejected. Nothing was changed.'],
  withdrawn: ['failed', 'Withdrawn. Nothing was changed.'],
  expired: ['failed', 'Expired. Nothing was changed.'],
  stale: ['failed', 'Void: what it was about has changed meanwhile. Nothing was changed.'],
  replaced: ['failed', 'A narrower request took its place. Nothing was changed.'],
};

/** The card in the approvals channel, as it stands now. Its only button carries the approval's id. */
export function card(approval: Approval): Answer {
  return [
    heading('A change needs approval'),
    note(person(approval.requester), ` asks to ${approval.says}.`),
    status(approval),
    ...(approval.phase === 'withdrawn' ? (approval.outcome ?? []) : []),
    ...votes(approval),
    ...suggestion(approval),
    ...reasons(approval),
    ...(approval.phase === 'open'
      ? [
          steps({ label: 'Review', style: 'primary', does: { decide: 'review', on: approval.id } }),
          note('Expires ', time(new Date(approval.expires)), '.'),
        ]
      : []),
  ];
}

/** Why it is asked for, what it means, and what is risky about it. */
function reasons(approval: Approval): Answer {
  const { why, ticket, meaning, points } = approval;
  const accounts = accountsOf(approval);
  const named = accounts.length > 1 ? { Accounts: list(accounts) } : { Account: approval.account };
  return [
    facts({ Why: quote(why), Ticket: ticket, ...named }),
    ...meaning.map((sentence): Part => note(sentence)),
    ...points.map(({ why: risk, points: some }): Part => warning(`${risk} (risk ${some})`)),
  ];
}

/** How it stands, in a sentence. */
export function status(approval: Approval): Part {
  const { approvers, phase } = approval;
  const [tone, sentence] = states[phase];
  if (phase === 'expired') return { kind: 'notice', tone, text: overdue(approval) };
  const count =
    phase === 'open' ? ` ${agreed(approval)} of ${approvers} approvals so far.${stillNeeded(approval)}` : '';
  return { kind: 'notice', tone, text: `${sentence}${count}` };
}

const overdue = (approval: Approval): string =>
  agreed(approval) < approval.approvers
    ? 'Expired without enough approvals. Nothing was changed.'
    : 'Approved, but it expired before it could run. Nothing was changed.';

/** Of a request that touches several accounts: whose approvers have not agreed yet. */
function stillNeeded(approval: Approval): string {
  const left = unapproved(approval);
  if (accountsOf(approval).length < 2 || left.length === 0) return '';
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
const suggestion = ({ phase, proposal, requester }: Approval): Answer =>
  proposal === undefined || phase !== 'open'
    ? []
    : [
        waiting(
          person(proposal.by),
          ` suggests something narrower: ${proposal.says}. `,
          person(requester),
          ' can still accept it.',
        ),
        ...(proposal.comment ? [note('Why: ', quote(proposal.comment))] : []),
      ];

/** What the requester is told at each turn, in a direct message. */
export function turn(approval: Approval): Answer {
  const { phase, proposal, id } = approval;
  const offers =
    phase === 'open'
      ? [
          steps(
            proposal !== undefined && {
              label: 'Take the proposal',
              style: 'primary',
              does: { decide: 'accept', on: suggestionRef(id, proposal.id) },
            },
            { label: 'Withdraw', does: { decide: 'withdraw', on: id } },
          ),
        ]
      : [];
  return [
    note('Your request to ', `${approval.says}:`),
    status(approval),
    ...votes(approval),
    ...(proposal && phase === 'open'
      ? [
          note(person(proposal.by), ` would agree to something narrower: ${proposal.says}.`),
          ...(proposal.comment ? [note('Why: ', quote(proposal.comment))] : []),
        ]
      : []),
    ...(approval.outcome ?? []),
    ...offers,
    note('As a line: ', line(approval.line)),
  ];
}

/** The notice in the channel when somebody approves what they asked for themselves, with what came of it so far. */
export const brokenGlass = (approval: Approval, reason: string, outcome: Part = status(approval)): Answer => [
  heading('Break-glass approval'),
  warning(person(approval.requester), ` approves their own request to ${approval.says}.`),
  note('Reason: ', quote(reason)),
  outcome,
];
