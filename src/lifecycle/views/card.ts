import {
  type Answer,
  blockquote,
  buttons,
  context,
  type Inline,
  itemAndMore,
  note,
  type Part,
  person,
  quote,
  time,
} from '../../answer/answer.ts';
import {
  accountsOf,
  type Change,
  isWaiting,
  type Judgement,
  requestName,
} from '../../change/model/change.ts';
import { shownPicture } from '../../change/model/picture.ts';
import { scheduledStart, waitsToStart } from '../../change/model/scheduled-start.ts';
import { throughText } from '../../change/model/titles.ts';
import { breakGlassHeadline, headline } from '../../change/words/headline.ts';
import { phraseIn, standingOf } from '../../change/words/lead.ts';
import { pushOf } from '../../change/words/on-phone.ts';
import { cancelStartButton, reviewButton, withdrawButton } from '../../change/words/request-buttons.ts';
import { differenceOf, riskFalls } from '../../change/words/suggested.ts';
import { wanted } from '../../change/words/wanted.ts';
import { list } from '../../core/list.ts';
import type { Alert } from '../../messaging/view.ts';
import { isOpening } from '../../operation/verbs.ts';
import { mentions } from '../../policy/people-in-words.ts';
import { sum } from '../../policy/risk.ts';
import { planText } from './describe-plan.ts';
import { endsOf, timesOf } from './describe-timing.ts';
import { headlineParts } from './headline-parts.ts';
import { inFull } from './in-full.ts';
import { stepList } from './step-list.ts';
import {
  approvedBy,
  awaited,
  between,
  comments,
  lapsedVotes,
  missingApprovers,
  voters,
} from './votes-in-words.ts';

/** Renders the card in the approvals channel. Its buttons carry the request's id. */
export const card = (change: Change): Answer =>
  change.status === 'open' ? openCard(change) : closedCard(change);

function openCard(change: Change): Answer {
  const { text, tone } = headline(change);
  return [
    asks(change),
    itemAndMore(text, [withdrawButton(change)], tone),
    ...inFull(change),
    ...risk(change.judgement),
    ...picturePart(change),
    reasonOf(change),
    ...stepList(change),
    about(change),
    ...planText(change),
    ...timesOf(change),
    ...suggested(change),
    context(...between(approvedBy(change), ...missingApprovers(change), ...lapsedVotes(change))),
    ...comments(change),
    buttons(reviewButton(change)),
  ];
}

/**
 * Mentions those who have to act, and a suggester, who learns here that their suggestion was accepted; a reply would notify the others
 * twice.
 */
function asks(change: Change): Part {
  const { suggestedBy } = change.approval ?? {};
  const whom = awaited(change);
  return pushOf(
    headline(change),
    suggestedBy === undefined || whom.includes(suggestedBy) ? whom : [...whom, suggestedBy],
  );
}

/** Renders a decided request: its result, what was wanted, why, and the people who decided. */
function closedCard(change: Change): Answer {
  const { since, closed, approval } = change;
  const isUnderWay = isWaiting(change);
  return [
    pushOf(headline(change)),
    ...headlineParts(change, { more: waitsToStart(change) ? [cancelStartButton(change)] : [] }),
    ...(isUnderWay || isOpen(change) ? [...inFull(change), ...picturePart(change)] : []),
    reasonOf(change),
    ...stepList(change),
    ...(isUnderWay && scheduledStart(change) === undefined ? endsOf(change.steps) : []),
    context(
      ...between(
        riskInShort(change),
        [requestName(change)],
        where(change),
        ...voters(change),
        ...lapsedVotes(change),
        closed ? [time(new Date(since))] : [],
        approval?.replaces ? [`replaces ${approval.replaces}`] : [],
        closingReason(change),
      ),
    ),
    ...comments(change),
  ];
}

/** Returns whether something that a change opened stands open. */
const isOpen = ({ steps }: Change): boolean =>
  steps.some((step) => isOpening(phraseIn(step).verb) && ['stands', 'overdue'].includes(standingOf(step)));

/** Renders the picture of what a request opens, if it is ready. */
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

/** Renders the risk with its reasons. The headline has its sign. */
const risk = (judgement: Judgement | undefined): Answer =>
  riskAlert(judgement).map(({ text }) => context(...[text].flat()));

/** Returns the risk in short form, "🔴 Risk 7"; empty for a change without risk. */
export const riskInShort = ({ judgement }: Pick<Change, 'judgement'>): readonly Inline[] =>
  riskAlert(judgement).map(({ level }) => `${riskSigns[level]} Risk ${sum(judgement?.points ?? [])}`);

const riskSigns: Readonly<Record<Alert['level'], string>> = { info: '🟢', warning: '🟠', error: '🔴' };

/** Returns the risk with its reasons as an alert: a warning from 5 points, an error from 7. Empty for a change without risk. */
export function riskAlert({ points = [], riskLine }: Partial<Judgement> = {}): readonly Alert[] {
  if (riskLine === undefined || points.length === 0) return [];
  const score = sum(points);
  return [{ level: score >= 7 ? 'error' : score >= 5 ? 'warning' : 'info', text: riskLine }];
}

/** Renders a suggestion, as long as the requester can accept it. */
function suggested(change: Change): Answer {
  const { status, approval, steps, requester } = change;
  const suggestion = approval?.suggestion;
  if (suggestion === undefined || status !== 'open') return [];
  return [
    context(
      person(suggestion.by),
      ` suggests ${differenceOf(suggestion, steps)}${riskFalls(suggestion, change)}`,
      ...(suggestion.comment ? [': ', quote(suggestion.comment)] : []),
      ' · ',
      person(requester),
      ' decides',
    ),
  ];
}

/** Returns why a request failed, became outdated or was refused, if there is a reason. */
function closingReason({ status, closed }: Change): readonly Inline[] {
  const hasReason = status === 'failed' || status === 'outdated' || status === 'refused';
  return hasReason && closed?.note ? [closed.note] : [];
}

/**
 * Renders the notice about a break-glass approval, which is posted before the approval counts and then shows how the change stands.
 * `failure`: that it does not count, or that this is not known.
 */
export function breakGlassNotice(change: Change, reason: string, failure?: Part): Answer {
  const announced = breakGlassHeadline(change, reason);
  const who = person(change.requester);
  const first: Answer = failure
    ? [failure, note(who, ' wanted to ', ...wanted(change), ' without approval')]
    : change.status === 'open'
      ? [pushOf(announced, reviewersOf(change)), { kind: 'notice', tone: 'warning', text: announced.text }]
      : [pushOf(headline(change), reviewersOf(change)), ...headlineParts(change)];
  return [
    ...first,
    ...inFull(change),
    blockquote(quote(reason)),
    context(
      ...between(
        ['break-glass approval by ', who],
        mentions(reviewersOf(change)),
        [requestName(change)],
        change.status === 'open' && !failure ? ['its card shows whether this counts'] : [],
      ),
    ),
  ];
}

/** The people whom the policy names as approvers, whose approval it skipped: they are mentioned. */
const reviewersOf = ({ approval }: Change): readonly string[] => approval?.reviewers ?? [];
