import { timingOf } from '../changes/describe-timing.ts';
import {
  type Answer,
  blockquote,
  bold,
  buttons,
  context,
  type Inline,
  itemAndMore,
  type Part,
  person,
  quote,
  time,
  warning,
} from '../core/answer.ts';
import {
  type Approval,
  approvalCount,
  isWaiting,
  requestName,
  unapproved,
  type Vote,
} from '../core/approval.ts';
import { titleOf, titlesText } from '../core/change.ts';
import { list } from '../core/list.ts';
import {
  breakGlassButton,
  cancelStartButton,
  reviewButton,
  withdrawButton,
} from '../core/request-buttons.ts';
import { scheduledStart } from '../core/scheduled-start.ts';
import { mentions } from '../policy/people-in-words.ts';
import { scoredReasons } from '../policy/risk-line.ts';
import { stateItem, stateLine } from './approval-state.ts';

/** The card in the approvals channel, as the request stands now. Its buttons carry the request's id. */
export const card = (approval: Approval): Answer =>
  approval.phase === 'open' ? openCard(approval) : closedCard(approval);

function openCard(approval: Approval): Answer {
  const { mayBreakGlass } = approval;
  const more = [withdrawButton(approval), ...(mayBreakGlass ? [breakGlassButton(approval)] : [])];
  return [
    itemAndMore([...titlesText(approval), ' · ', requestName(approval)], more),
    reasonOf(approval),
    about(approval),
    ...timingOf(approval.steps),
    ...risk(approval),
    ...suggested(approval),
    progress(approval),
    buttons(reviewButton(approval)),
  ];
}

/** A request that is decided: in two lines, what became of it and by whom. */
function closedCard(approval: Approval): Answer {
  const { ticket, since, ended, replaces } = approval;
  const title: readonly Inline[] = [' · ', ...titlesText(approval)];
  return [
    scheduledStart(approval) === undefined
      ? stateLine(approval, ...title)
      : stateItem(approval, cancelStartButton(approval), ...title),
    ...(isWaiting(approval) ? timingOf(approval.steps.map(({ ends }) => ({ ends }))) : []),
    context(
      ...between(
        [requestName(approval)],
        where(approval),
        ...voted(approval),
        ended ? [time(new Date(since))] : [],
        ticket ? [ticket] : [],
        replaces ? [`replaces ${replaces}`] : [],
        whyEnded(approval),
      ),
    ),
  ];
}

/** The requester's reason and ticket. */
export const reasonOf = ({ reason, ticket }: Pick<Approval, 'reason' | 'ticket'>): Part =>
  blockquote(quote(reason), ...(ticket ? [` · ${ticket}`] : []));

/** Who requested it where, what it does, until when, and who can approve it. */
export const about = ({ impactLine, expires, reviewers = [], ...approval }: Approval): Part =>
  context(
    ...between(
      where(approval),
      impactLine ? [impactLine] : [],
      ['expires ', time(new Date(expires), 'relative')],
      reviewers.length > 0 ? mentions(reviewers) : [],
    ),
  );

const where = ({ requester, accounts }: Pick<Approval, 'requester' | 'accounts'>): readonly Inline[] => [
  person(requester),
  ` in ${list(accounts)}`,
];

/** The score with its reasons, and what it needs. Requests of version 0.1 have the reasons alone. */
export function risk({ points, riskLine }: Pick<Approval, 'points' | 'riskLine'>): Answer {
  if (points.length === 0) return [];
  return [context(`⚠️ ${riskLine ?? `Risk: ${scoredReasons(points)}`}`)];
}

/** What an approver would agree to instead, for as long as the requester can still accept it. */
export const suggested = ({ phase, suggestion, steps, requester }: Approval): Answer =>
  suggestion === undefined || phase !== 'open'
    ? []
    : [
        context(
          '💬 ',
          person(suggestion.by),
          ` suggests ${narrowedWords(suggestion, steps)} · waiting for `,
          person(requester),
          ...(suggestion.comment ? [': ', quote(suggestion.comment)] : []),
        ),
      ];

/** What differs in a suggestion, as "source 10.0.0.0/28"; its title, if nothing does. */
export function narrowedWords(suggestion: Pick<Approval, 'steps'>, requested: Approval['steps']): string {
  const words = suggestion.steps.flatMap(({ raw }, index) =>
    Object.entries(raw).flatMap(([field, text]) =>
      text === requested[index]?.raw[field] ? [] : [`${field} ${text}`],
    ),
  );
  return words.length > 0 ? words.join(', ') : titleOf(suggestion);
}

/** How many of the approvals it has, and who voted what. */
export const progress = (approval: Approval): Part =>
  context(
    ...between(
      [bold(approvalsSoFar(approval))],
      ...stillNeeded(approval),
      ...approval.votes.map(voteInWords),
    ),
  );

const approvalsSoFar = (approval: Approval): string =>
  `${approvalCount(approval)} of ${approval.approvers} approved`;

/** Of a request that affects several accounts: those that lack an approver. */
function stillNeeded(approval: Approval): readonly (readonly Inline[])[] {
  const left = unapproved(approval);
  if (approval.accounts.length < 2 || left.length === 0) return [];
  return [[`needs an approver for ${list(left)}`]];
}

/** Why a request ended that nobody rejected, where its end has a reason. */
function whyEnded({ phase, ended }: Approval): readonly Inline[] {
  const hasReason = phase === 'failed' || phase === 'outdated' || phase === 'withdrawn';
  return hasReason && ended?.note ? [ended.note] : [];
}

const voteInWords = (vote: Vote): readonly Inline[] => [
  vote.vote === 'reject' ? '❌ ' : vote.breakGlass ? '⚠️ ' : '✅ ',
  person(vote.person),
  vote.vote === 'reject' ? ' rejected' : vote.breakGlass ? ' used break-glass approval' : ' approved',
  ...said(vote),
];

const said = ({ comment, lapsed }: Vote): readonly Inline[] => [
  ...(comment ? [': ', quote(comment)] : []),
  ...(lapsed ? [` (no longer counts: ${lapsed})`] : []),
];

/** Who voted, by vote: "approved by @ben, @cora". */
function voted({ votes }: Approval): readonly (readonly Inline[])[] {
  const by = (words: string, some: readonly Vote[]): readonly Inline[] =>
    some.flatMap((vote, index) => [index === 0 ? words : ', ', person(vote.person), ...said(vote)]);
  const approvals = votes.filter(({ vote }) => vote === 'approve');
  return [
    by(
      'approved by ',
      approvals.filter(({ breakGlass }) => !breakGlass),
    ),
    by(
      'break-glass approval by ',
      approvals.filter(({ breakGlass }) => breakGlass),
    ),
    by(
      'rejected by ',
      votes.filter(({ vote }) => vote === 'reject'),
    ),
  ];
}

/** Pieces of text with a dot between them. Empty ones are omitted. */
function between(...pieces: readonly (readonly Inline[])[]): readonly Inline[] {
  return pieces
    .filter((piece) => piece.length > 0)
    .flatMap((piece, at) => (at === 0 ? piece : [' · ', ...piece]));
}

/** The notice in the channel about a break-glass approval, with its outcome so far. */
export const breakGlassNotice = (
  approval: Approval,
  reason: string,
  outcome: Part = stateLine(approval),
): Answer => [
  warning(
    bold('Break-glass approval'),
    ' by ',
    person(approval.requester),
    ': ',
    ...titlesText(approval),
    ` · ${requestName(approval)}`,
  ),
  blockquote(quote(reason)),
  outcome,
];
