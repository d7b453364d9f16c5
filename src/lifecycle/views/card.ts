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
import { waitsToStart } from '../../change/model/scheduled-start.ts';
import { throughText, titleOf, titlesText } from '../../change/model/titles.ts';
import { cancelStartButton, reviewButton, withdrawButton } from '../../change/words/request-buttons.ts';
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

/** Renders the card in the approvals channel. Its buttons carry the request's id. */
export const card = (change: Change): Answer =>
  change.status === 'open' ? openCard(change) : closedCard(change);

function openCard(change: Change): Answer {
  return [
    asks(change),
    itemAndMore(titlesText(change), [withdrawButton(change)]),
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
 * Returns the requester, title, risk and missing approvals, for a push notification. Also mentions a suggester, who learns here
 * that their suggestion was accepted; a reply would notify the others twice.
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

/** Renders a decided request in two lines: its result, and the people who decided. */
function closedCard(change: Change): Answer {
  const { ticket, since, closed, approval } = change;
  const title: readonly Inline[] = [' · ', ...titlesText(change)];
  return [
    statePush(change),
    waitsToStart(change)
      ? stateItem(change, cancelStartButton(change), ...title)
      : stateLine(change, ...title),
    ...stepList(change),
    ...(isWaiting(change) ? endsOf(change.steps) : []),
    context(
      ...between(
        [requestName(change)],
        where(change),
        ...voters(change),
        ...lapsedVotes(change),
        closed ? [time(new Date(since))] : [],
        ticket ? [ticket] : [],
        approval?.replaces ? [`replaces ${approval.replaces}`] : [],
        closingReason(change),
      ),
    ),
    ...comments(change),
  ];
}

/** Renders the picture of an open request, if it is ready. */
export function picturePart(change: Change): Answer {
  const picture = shownPicture(change);
  return picture ? [{ kind: 'picture', ...picture }] : [];
}

/** Renders the requester's reason and ticket. */
export const reasonOf = ({ reason, ticket }: Pick<Change, 'reason' | 'ticket'>): Part =>
  blockquote(quote(reason ?? ''), ...(ticket ? [` · ${ticket}`] : []));

/** Returns the small print of a request: name, origin, effect, expiry and approvers. */
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

/** Renders the risk with its reasons. */
const risk = (judgement: Judgement | undefined): Answer =>
  riskAlert(judgement).map(({ level, text }) => context(`${riskSigns[level]} `, ...[text].flat()));

/** Returns the risk in short form, "🔴 Risk 7 · ", as the beginning of a row; empty for a change without risk. */
export const riskInShort = ({ judgement }: Pick<Change, 'judgement'>): readonly Inline[] =>
  riskAlert(judgement).map(({ level }) => `${riskSigns[level]} Risk ${sum(judgement?.points ?? [])} · `);

const riskSigns: Readonly<Record<Alert['level'], string>> = { info: '🟢', warning: '🟠', error: '🔴' };

/** Returns the risk with its reasons as an alert: a warning from 5 points, an error from 7. Empty for a change without risk. */
export function riskAlert({ points = [], riskLine }: Partial<Judgement> = {}): readonly Alert[] {
  if (riskLine === undefined || points.length === 0) return [];
  const score = sum(points);
  return [{ level: score >= 7 ? 'error' : score >= 5 ? 'warning' : 'info', text: riskLine }];
}

/** Renders a suggestion, as long as the requester can accept it. */
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

/** Returns the differences of a suggestion, such as "source 10.0.0.0/28"; its title if there are none. */
export function narrowedWords(suggestion: Pick<Change, 'steps'>, requested: Change['steps']): string {
  const words = suggestion.steps.flatMap(({ raw }, index) =>
    Object.entries(raw).flatMap(([field, text]) =>
      text === requested[index]?.raw[field] ? [] : [`${field} ${text}`],
    ),
  );
  return words.length > 0 ? words.join(', ') : titleOf(suggestion);
}

/** Returns why a request failed, became outdated or was refused, if there is a reason. */
function closingReason({ status, closed }: Change): readonly Inline[] {
  const hasReason = status === 'failed' || status === 'outdated' || status === 'refused';
  return hasReason && closed?.note ? [closed.note] : [];
}

/** Renders the notice about a break-glass approval in the channel, with its outcome so far. */
export const breakGlassNotice = (
  change: Change,
  reason: string,
  outcome: Part = stateLine(change),
): Answer => [
  pushTo(
    change.approval?.reviewers ?? [],
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
  ...reviewersOf(change),
  outcome,
];

/** Mentions the people whom the policy names as approvers, whose approval it skipped. */
const reviewersOf = ({ approval }: Change): Answer =>
  approval?.reviewers?.length ? [context(...mentions(approval.reviewers))] : [];
