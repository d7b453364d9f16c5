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
} from '../answer/answer.ts';
import { type Approval, isWaiting, requestName } from '../change/model/approval.ts';
import { throughText, titleOf, titlesText } from '../change/model/change.ts';
import { scheduledStart } from '../change/model/scheduled-start.ts';
import {
  breakGlassButton,
  cancelStartButton,
  reviewButton,
  withdrawButton,
} from '../change/words/request-buttons.ts';
import { planText } from '../changes/describe-plan.ts';
import { endsOf, timingOf } from '../changes/describe-timing.ts';
import { list } from '../core/list.ts';
import { mentions } from '../policy/people-in-words.ts';
import { stateItem, stateLine } from './approval-state.ts';
import { stepList } from './step-list.ts';
import { approvedBy, between, lapsedVotes, missingApprovers, voters } from './votes-in-words.ts';

/** The card in the approvals channel, as the request stands now. Its buttons carry the request's id. */
export const card = (approval: Approval): Answer =>
  approval.phase === 'open' ? openCard(approval) : closedCard(approval);

function openCard(approval: Approval): Answer {
  const { mayBreakGlass } = approval;
  const more = [withdrawButton(approval), ...(mayBreakGlass ? [breakGlassButton(approval)] : [])];
  return [
    itemAndMore(titlesText(approval), more),
    reasonOf(approval),
    ...stepList(approval),
    about(approval),
    ...planText(approval),
    ...timingOf(approval.steps),
    ...risk(approval),
    ...suggested(approval),
    context(...between(approvedBy(approval), ...missingApprovers(approval), ...lapsedVotes(approval))),
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
    ...stepList(approval),
    ...(isWaiting(approval) ? endsOf(approval.steps) : []),
    context(
      ...between(
        [requestName(approval)],
        where(approval),
        ...voters(approval),
        ...lapsedVotes(approval),
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

/** The name of a request, who requested it where and through what, what it does, until when, and who can approve it. */
export const about = ({ impactLine, expires, reviewers = [], ...approval }: Approval): Part =>
  context(
    ...between(
      [requestName(approval)],
      where(approval),
      impactLine ? [impactLine] : [],
      ['expires ', time(new Date(expires), 'relative')],
      reviewers.length > 0 ? mentions(reviewers) : [],
    ),
  );

const where = ({
  requester,
  accounts,
  through,
}: Pick<Approval, 'requester' | 'accounts' | 'through'>): readonly Inline[] => [
  person(requester),
  ` in ${list(accounts)}`,
  ...throughText({ through }),
];

/** The score with its reasons, and what it needs. */
export function risk({ points, riskLine }: Pick<Approval, 'points' | 'riskLine'>): Answer {
  return riskLine === undefined || points.length === 0 ? [] : [context(`⚠️ ${riskLine}`)];
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

/** Why a request ended that nobody rejected, where its end has a reason. */
function whyEnded({ phase, ended }: Approval): readonly Inline[] {
  const hasReason = phase === 'failed' || phase === 'outdated' || phase === 'withdrawn';
  return hasReason && ended?.note ? [ended.note] : [];
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
