import {
  type Answer,
  blockquote,
  bold,
  buttons,
  context,
  count,
  type Inline,
  itemAndMore,
  type Part,
  person,
  push,
  pushTo,
  quote,
  time,
  warning,
} from '../../answer/answer.ts';
import { isAgreed } from '../../change/model/approval.ts';
import {
  accountsOf,
  type Change,
  isWaiting,
  type Judgement,
  requestName,
} from '../../change/model/change.ts';
import { shownPicture } from '../../change/model/picture.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { throughText, titleOf, titlesText } from '../../change/model/titles.ts';
import {
  breakGlassButton,
  cancelStartButton,
  reviewButton,
  withdrawButton,
} from '../../change/words/request-buttons.ts';
import { shortTitle } from '../../change/words/short-title.ts';
import { list } from '../../core/list.ts';
import type { Alert } from '../../messaging/view.ts';
import { mentions } from '../../policy/people-in-words.ts';
import { sum } from '../../policy/risk.ts';
import { planText } from './describe-plan.ts';
import { endsOf, timingOf } from './describe-timing.ts';
import { stateItem, stateLine, statePush } from './state-line.ts';
import { stepList } from './step-list.ts';
import {
  approvedBy,
  awaited,
  between,
  comments,
  lapsedVotes,
  missingApprovals,
  missingApprovers,
  voters,
} from './votes-in-words.ts';

/** The card in the approvals channel, as the request stands now. Its buttons carry the request's id. */
export const card = (change: Change): Answer =>
  change.status === 'open' ? openCard(change) : closedCard(change);

function openCard(change: Change): Answer {
  const more = [
    withdrawButton(change),
    ...(change.approval?.mayBreakGlass ? [breakGlassButton(change)] : []),
  ];
  return [
    asks(change),
    itemAndMore(titlesText(change), more),
    ...risk(change.judgement),
    ...picturePart(change),
    reasonOf(change),
    ...stepList(change),
    about(change),
    ...planText(change),
    ...timingOf(change.steps),
    ...suggested(change),
    context(...between(approvedBy(change), ...missingApprovers(change), ...lapsedVotes(change))),
    ...comments(change),
    buttons(reviewButton(change)),
  ];
}

/**
 * Who wants what, how bad that is and what is wanted of its reader, for a push notification. Who suggested the change reads here that it
 * was accepted: a reply about that would notify the others a second time.
 */
function asks(change: Change): Part {
  const { requester, judgement, approval } = change;
  const { suggestedBy } = approval ?? {};
  const score = sum(judgement?.points ?? []);
  const missing = isAgreed(change) ? [] : [` · needs ${count(missingApprovals(change), 'approval')}`];
  const whom = awaited(change);
  return pushTo(
    suggestedBy === undefined || whom.includes(suggestedBy) ? whom : [...whom, suggestedBy],
    'neutral',
    person(requester),
    ...(suggestedBy === undefined
      ? [' asks: ']
      : [' accepted the suggestion of ', person(suggestedBy), ': ']),
    shortTitle(change),
    ...(score > 0 ? [` · risk ${score}`] : []),
    ...missing,
  );
}

/** A request that is decided: in two lines, what became of it and by whom. */
function closedCard(change: Change): Answer {
  const { ticket, since, ended, approval } = change;
  const title: readonly Inline[] = [' · ', ...titlesText(change)];
  return [
    statePush(change),
    scheduledStart(change) === undefined
      ? stateLine(change, ...title)
      : stateItem(change, cancelStartButton(change), ...title),
    ...stepList(change),
    ...(isWaiting(change) ? endsOf(change.steps) : []),
    context(
      ...between(
        [requestName(change)],
        where(change),
        ...voters(change),
        ...lapsedVotes(change),
        ended ? [time(new Date(since))] : [],
        ticket ? [ticket] : [],
        approval?.replaces ? [`replaces ${approval.replaces}`] : [],
        whyEnded(change),
      ),
    ),
    ...comments(change),
  ];
}

/** The picture of what an open request opens, once there is one. */
export function picturePart(change: Change): Answer {
  const picture = shownPicture(change);
  return picture ? [{ kind: 'picture', ...picture }] : [];
}

/** The requester's reason and ticket. */
export const reasonOf = ({ reason, ticket }: Pick<Change, 'reason' | 'ticket'>): Part =>
  blockquote(quote(reason ?? ''), ...(ticket ? [` · ${ticket}`] : []));

/** The name of a request, who requested it where and through what, what it does, until when, and who can approve it. */
export function about(change: Change): Part {
  const impactLine = change.judgement?.impactLine;
  const { reviewers = [], replaces, suggestedBy } = change.approval ?? {};
  return context(
    ...between(
      [requestName(change)],
      where(change),
      suggestedBy === undefined ? [] : ['suggested by ', person(suggestedBy)],
      replaces ? [`replaces ${replaces}`] : [],
      impactLine ? [impactLine] : [],
      ['expires ', time(new Date(change.expires), 'relative')],
      reviewers.length > 0 ? mentions(reviewers) : [],
    ),
  );
}

const where = (change: Pick<Change, 'requester' | 'steps' | 'approval' | 'through'>): readonly Inline[] => [
  person(change.requester),
  ` in ${list(accountsOf(change))}`,
  ...throughText(change),
];

/** The score with its reasons, and what it needs. */
const risk = (judgement: Judgement | undefined): Answer =>
  riskAlert(judgement).map(({ level, text }) => context(`${riskSigns[level]} `, ...[text].flat()));

/** The score with its sign, as "🔴 Risk 7 · ", to be put before what a row says of a request; empty for what has no risk. */
export const riskInShort = ({ judgement }: Pick<Change, 'judgement'>): readonly Inline[] =>
  riskAlert(judgement).map(({ level }) => `${riskSigns[level]} Risk ${sum(judgement?.points ?? [])} · `);

const riskSigns: Readonly<Record<Alert['level'], string>> = { info: '🟢', warning: '🟠', error: '🔴' };

/** The score with its reasons, as an alert: a warning from 5 points on, an error from 7 on. None for what has no risk. */
export function riskAlert({ points = [], riskLine }: Partial<Judgement> = {}): readonly Alert[] {
  if (riskLine === undefined || points.length === 0) return [];
  const score = sum(points);
  return [{ level: score >= 7 ? 'error' : score >= 5 ? 'warning' : 'info', text: riskLine }];
}

/** What an approver would agree to instead, for as long as the requester can still accept it. */
function suggested({ status, approval, steps, requester }: Change): Answer {
  const suggestion = approval?.suggestion;
  if (suggestion === undefined || status !== 'open') return [];
  return [
    context(
      '💬 ',
      person(suggestion.by),
      ` suggests ${narrowedWords(suggestion, steps)} · waiting for `,
      person(requester),
      ...(suggestion.comment ? [': ', quote(suggestion.comment)] : []),
    ),
  ];
}

/** What differs in a suggestion, as "source 10.0.0.0/28"; its title, if nothing does. */
export function narrowedWords(suggestion: Pick<Change, 'steps'>, requested: Change['steps']): string {
  const words = suggestion.steps.flatMap(({ raw }, index) =>
    Object.entries(raw).flatMap(([field, text]) =>
      text === requested[index]?.raw[field] ? [] : [`${field} ${text}`],
    ),
  );
  return words.length > 0 ? words.join(', ') : titleOf(suggestion);
}

/** Why a request ended that nobody rejected, where its end has a reason. */
function whyEnded({ status, ended }: Change): readonly Inline[] {
  const hasReason = status === 'failed' || status === 'outdated' || status === 'refused';
  return hasReason && ended?.note ? [ended.note] : [];
}

/** The notice in the channel about a break-glass approval, with its outcome so far. */
export const breakGlassNotice = (
  change: Change,
  reason: string,
  outcome: Part = stateLine(change),
): Answer => [
  push(
    'warning',
    'Break-glass by ',
    person(change.requester),
    ': ',
    shortTitle(change),
    ` · ${requestName(change)}`,
  ),
  warning(
    bold('Break-glass approval'),
    ' by ',
    person(change.requester),
    ': ',
    ...titlesText(change),
    ` · ${requestName(change)}`,
  ),
  blockquote(quote(reason)),
  outcome,
];
