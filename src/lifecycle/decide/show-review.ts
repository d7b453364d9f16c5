import {
  type Answer,
  bold,
  buttons,
  context,
  count,
  failed,
  itemAndMore,
  note,
  type Part,
  person,
} from '../../answer/answer.ts';
import { changedInNewVersion } from '../../answer/new-version.ts';
import {
  approvedOf,
  counts,
  isAgreed,
  missingOf,
  type Vote,
  votesOf,
  withApproval,
} from '../../change/model/approval.ts';
import { accountsOf, type Change, requestName } from '../../change/model/change.ts';
import { seenDigest } from '../../change/model/digest.ts';
import { titleText } from '../../change/model/titles.ts';
import { raiseApprovals } from '../../change/transitions/raise-approvals.ts';
import { headline } from '../../change/words/headline.ts';
import { reviewButton } from '../../change/words/request-buttons.ts';
import { differenceOf } from '../../change/words/suggested.ts';
import { whenApplied } from '../../change/words/when-applied.ts';
import { type ContextDependencies, personOf } from '../../evaluate/build-context.ts';
import { askOneOf, denied } from '../../evaluate/who-can.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { Alert, Decide, Review } from '../../messaging/view.ts';
import { type Authorization, mayBreakGlass, mayDecide } from '../../policy/may-decide.ts';
import type { ReviewOpened } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { evaluateAgain } from '../prepare/evaluate-again.ts';
import { preparedSteps } from '../prepare/prepare-change.ts';
import { about, card, picturePart, reasonOf, riskAlert } from '../views/card.ts';
import { planText } from '../views/describe-plan.ts';
import { timesOf } from '../views/describe-timing.ts';
import { inFull } from '../views/in-full.ts';
import { approvalsChannel } from '../views/state-line.ts';
import { between, missingApprovers, votesInWords } from '../views/votes-in-words.ts';
import { askedBy } from './asked-by.ts';
import { deniedToSee } from './denied-to-see.ts';
import { narrowsOf } from './suggest.ts';
import { whyApprovalWouldFail } from './why-approval-would-fail.ts';

/** Shows the modal in which an approver reads a request and decides, or its requester uses break-glass. */
export async function review(job: ReviewOpened, deps: ContextDependencies): Promise<Result> {
  const change = await deps.changes.get(job.change);
  if (job.view && !change) return inReview(job, [failed('This request no longer exists.')]);
  const denial = change && (await deniedToSee(change, job.replyTo, deps));
  if (denial) return inReview(job, denied(denial));
  const shown = change && (await reviewOf(change, job, deps));
  if (job.view && shown) return { deliveries: [{ kind: 'review', view: job.view, review: shown }] };
  return ephemeral([
    note('Slack didn’t open the form in time. Open it again:'),
    buttons(reviewButton({ id: job.change })),
  ]);
}

/** Shows an answer instead of a review; as an ephemeral message if no view is open. */
export function inReview({ change, replyTo, view }: ReviewOpened, shown: Answer): Result {
  if (!view) return ephemeral(shown);
  const review = { change, name: change.slice(0, 8), ...openedFrom(replyTo), alerts: [], shown };
  return { deliveries: [{ kind: 'review', view, review }] };
}

const openedFrom = ({ channel, thread }: ReplyTarget) => ({ channel, ...(thread && { thread }) });

async function reviewOf(
  change: Change,
  { replyTo, breakGlass }: ReviewOpened,
  deps: ContextDependencies,
): Promise<Review> {
  const { person: who } = replyTo;
  const base = { change: change.id, name: requestName(change), ...openedFrom(replyTo) };
  const weighed = weighedIn(change);
  const closed = (...why: Part[]): Review => ({
    ...base,
    first: reviewHeadline(change),
    alerts: weighed,
    shown: [...reviewContent(change), ...why],
  });
  if (change.status !== 'open') return closed();
  const reviewer = await personOf(who, deps);
  const { requester } = change;
  const accounts = accountsOf(change);
  const authority = mayDecide({ person: reviewer, requester, accounts }, deps.policy);
  const ownInEmergency = reviewer.id === requester && mayBreakGlass(reviewer, deps.policy);
  if (breakGlass && reviewer.id !== requester) {
    const why = failed('Only ', person(requester), ', the requester, can use break-glass approval.');
    const next = note('To approve or reject this request, close this and press ', bold('Review'), '.');
    return closed(why, authority.may ? next : askOneOf(authority.whom, reviewer));
  }
  if (!authority.may && !ownInEmergency)
    return closed(failed(authority.why), askOneOf(authority.whom, reviewer));
  const { obstacle, now } = await judgeReview(change, ownInEmergency, deps);
  const hasVoted = votesOf(change).some((vote) => vote.person === reviewer.id && counts(vote));
  // If the policy asks for fewer again, the same vote is enough once it is counted again.
  if (hasVoted && !isAgreed(now)) return closed(note('You approved this request.'));
  const canApprove = ownInEmergency ? !obstacle?.isFinal : !obstacle;
  const vote = { kind: 'vote', canApprove, narrows: narrowsOf(change) } as const;
  const ownVote: Decide | undefined = canApprove ? { kind: 'breakGlass' } : undefined;
  return {
    ...base,
    first: reviewHeadline(now),
    alerts: [
      ...weighedIn(now),
      ...approvalsSkipped(now, ownInEmergency),
      ...(obstacle ? [obstacle.alert] : []),
      ...suggestionPending(change, canApprove),
      ...comparison(change),
    ],
    shown: [...reviewContent(now), ...ifLast(now, vote, reviewer.id, authority)],
    seen: seenDigest(change),
    suggestion: change.approval?.suggestion?.id,
    decide: ownInEmergency ? ownVote : vote,
  };
}

/** Renders who wants what. A decided request is shown as its card. */
export function reviewHeadline(change: Change): Answer {
  if (change.status !== 'open') return [];
  const { text, tone } = headline(change);
  return [itemAndMore(text, [], tone)];
}

/** Renders the rest of a request for its approver. */
export function reviewContent(change: Change): Answer {
  if (change.status !== 'open') return card(change).filter(({ kind }) => kind !== 'tasks');
  const impact = impactOf(change).slice(0, compared(change));
  return [
    ...smallRisk(change),
    ...inFull(change),
    ...(change.steps.length > 1
      ? change.steps.map((step, index) =>
          note(change.plan ? `${index + 1}. ` : '• ', ...[titleText(step)].flat()),
        )
      : []),
    ...picturePart(change),
    reasonOf(change),
    ...planText(change),
    ...timesOf(change),
    ...impact.map((sentence) => note(sentence)),
    ...(change.judgement?.warnings ?? []).map((text) => note(...[text].flat())),
    // Without the short impact, since the full impact is above.
    about({ ...change, judgement: change.judgement && { ...change.judgement, impactLine: undefined } }),
    context(...between([bold(approvedOf(change))], ...missingApprovers(change))),
    ...votesInWords(change),
  ];
}

/** Tells an approver whose approval is the last one that the change needs when it is applied. */
function ifLast(
  change: Change,
  { canApprove }: Extract<Decide, { kind: 'vote' }>,
  person: string,
  authority: Authorization,
): Answer {
  if (!canApprove || !authority.may) return [];
  const { accounts } = authority;
  const approval: Vote = { person, vote: 'approve', at: change.since, job: change.job, accounts };
  return isAgreed(withApproval(change, { votes: [...votesOf(change), approval] }))
    ? [context(`Yours is the last approval that it needs: it is then applied ${whenApplied(change)}.`)]
    : [];
}

/** Returns the risk of an open request, if it is medium or high. */
const weighedIn = ({ status, judgement }: Change): readonly Alert[] =>
  status === 'open' ? riskAlert(judgement).filter(({ level }) => level !== 'info') : [];

/** Renders a low risk as small print. */
const smallRisk = ({ judgement }: Change): Answer =>
  riskAlert(judgement).flatMap(({ level, text }) => (level === 'info' ? [context(...[text].flat())] : []));

/** Returns the consequences of a break-glass approval, for the person about to use it. */
const approvalsSkipped = (change: Change, breaksGlass: boolean): readonly Alert[] =>
  breaksGlass
    ? [
        {
          level: 'error',
          text: [
            `You skip ${count(missingOf(change), 'approval')}, and it is applied ${whenApplied(change)}. `,
            approvalsChannel(change),
            ' and the audit log will say so.',
          ],
        },
      ]
    : [];

/** Returns how many sentences of the impact describe only the change. The others compare it with what exists. */
const compared = (change: Change): number => (change.steps.length === 1 ? 1 : impactOf(change).length);

const impactOf = ({ judgement }: Change): readonly string[] => judgement?.impact ?? [];

/** Returns the sentences about repetition, overlap and suspicious ranges. */
const comparison = (change: Change): readonly Alert[] =>
  impactOf(change)
    .slice(compared(change))
    .map((text) => ({ level: 'info', text }));

/** Warns that an approval with a pending suggestion approves the wider change. */
function suggestionPending({ approval, steps }: Change, canApprove: boolean): readonly Alert[] {
  const suggestion = approval?.suggestion;
  if (!suggestion) return [];
  const text = [
    person(suggestion.by),
    ` suggests ${differenceOf(suggestion, steps)}, and the requester has not answered yet.`,
    ...(canApprove ? [' If you approve now, you approve the wider request.'] : []),
  ];
  return [{ level: 'warning', text }];
}

/** Why an approval of a request would not count. `isFinal`: a break-glass approval would not count either. */
interface Obstacle {
  readonly alert: Alert;
  readonly isFinal: boolean;
}

const requestedAgain = 'Its requester has to request it again.';

/** Returns the request as the policy asks for it by now, and why an approval of it would not count. */
async function judgeReview(
  change: Change,
  isOwn: boolean,
  deps: ContextDependencies,
): Promise<{ readonly now: Change; readonly obstacle?: Obstacle }> {
  const outdated = (why: string): { readonly now: Change; readonly obstacle: Obstacle } => ({
    now: change,
    obstacle: { alert: { level: 'error', text: why }, isFinal: true },
  });
  const prepared = preparedSteps(change.steps);
  if (!prepared) return outdated(changedInNewVersion('command', requestedAgain));
  const {
    evaluation,
    changes,
    next: nextStep = requestedAgain,
  } = await evaluateAgain(change, prepared, deps);
  if (changes)
    return outdated(
      `Outdated: ${changes.join(' ')} So this request can’t be approved. ${nextStep}`.trimEnd(),
    );
  const failing = whyApprovalWouldFail(change, evaluation.decision, change.expires);
  const now = raiseApprovals(change, askedBy(evaluation), deps.clock());
  if (!failing) return { now };
  const { why, next, inEmergency } = failing;
  const text = [`${why} `, ...(isOwn ? [inEmergency] : next)];
  return { now, obstacle: { alert: { level: 'warning', text }, isFinal: false } };
}
