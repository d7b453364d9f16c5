import { type Answer, note } from '../../answer/answer.ts';
import { agreedEntries } from '../../audit-log/entries.ts';
import { needsApproval, type Vote, votesOf } from '../../change/model/approval.ts';
import { type Change, isDiscarded, isWaiting, type RequestedChange } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { linesOf } from '../../change/model/titles.ts';
import { requestAgain, requested } from '../../change/transitions/beginning.ts';
import { approveIfAgreed } from '../../change/transitions/votes.ts';
import { discard } from '../../change/transitions/withdraw.ts';
import { unchanged } from '../../change/words/refusal.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { minute } from '../../core/clock.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import { type PeopleDependencies, personOf } from '../../evaluate/build-context.ts';
import type { ApprovalRequired } from '../../policy/decide.ts';
import { mayBreakGlass } from '../../policy/may-decide.ts';
import { isIdOf, namedApprovers } from '../../policy/people.ts';
import type { Result } from '../../queue/result.ts';
import { NotPosted, publish } from '../notify/keep-messages.ts';
import type { CardDependencies, TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { outcomeEntries, resultOfClosing, updated } from '../notify/result-of-change.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { requestedNote } from '../views/describe-plan.ts';

interface ApprovalInput {
  readonly change: RequestedChange;
  /** Id of the requesting job. */
  readonly job: string;
  readonly evaluation: Pick<
    ChangeEvaluation,
    'impact' | 'impactLine' | 'riskLine' | 'path' | 'basis' | 'warnings' | 'policy'
  >;
  readonly decision: ApprovalRequired;
  /** The request that it supersedes: its id and name, and the suggester with their vote. */
  readonly supersedes?: {
    readonly id: string;
    readonly name: string;
    readonly suggestedBy: string;
    readonly votes: readonly Vote[];
  };
}

/** Upper bound for the open requests of one person; approvers would not read more of them. */
const maxOpen = 20;

/** Resolves to the reason why a person can't request another approval now, or undefined. Does not count the request `id`. */
export async function tooManyOpen(
  requester: string,
  id: string,
  deps: { readonly changes: Pick<Changes, 'openOf' | 'get'> },
): Promise<string | undefined> {
  const listed = (await deps.changes.openOf(requester)).filter((other) => other !== id);
  if (listed.length < maxOpen) return undefined;
  // A version without this index, deployed for a while, leaves there what it closes.
  const found = await mapConcurrently(listed, deps.changes.get, maxConcurrency.store);
  const open = found.filter((other) => other && isWaiting(other)).length;
  return open < maxOpen ? undefined : whyNotRun.tooManyOpen(open, maxOpen);
}

/** Requests the approval of a change, or reports that approvers can't be reached. Safe to repeat. */
export async function requestApproval(
  request: ApprovalInput,
  deps: TransitionDependencies & CardDependencies & PeopleDependencies,
): Promise<Result> {
  const kept = await storeRequest(request, deps);
  // A click on an earlier preview with its id may have stored a change that needs no approval.
  return needsApproval(kept) ? postStored(kept, deps) : { deliveries: [] };
}

/** Stores a request. Resolves to what is stored under its id, by this or another run of the job. Safe to repeat. */
export async function storeRequest(
  request: ApprovalInput,
  deps: TransitionDependencies & PeopleDependencies,
): Promise<Change> {
  const fresh = await newRequest(request, deps);
  if (await deps.changes.put(fresh)) return fresh;
  const kept = await deps.changes.change(fresh.id, (current) => requestAgain(current, fresh));
  return 'change' in kept ? kept.change : fresh;
}

/** Posts the card of a stored request. If it can't be posted, discards the request, which can be requested again. */
export async function postStored(
  kept: Change,
  deps: TransitionDependencies & CardDependencies,
): Promise<Result> {
  const posted = await post(kept, deps);
  if (posted) return answerRequested(posted, 'replace', deps);
  const transitioned = await deps.changes.change(kept.id, (current) =>
    discard(current, whyNotPosted(current), deps.clock()),
  );
  const left = 'change' in transitioned ? transitioned.change : kept;
  if (!isDiscarded(left)) return answerRequested(left, 'replace', deps);
  const next = note(`${inviteFirst}. Then run it again: `, ...linesOf(left));
  return {
    ...resultOfClosing(left, deps, ['requester']),
    deliveries: [{ kind: 'replace', answer: [...unreachable(left), next] }],
  };
}

/** Posts its card if that is missing; resolves to undefined if Slack refuses it. */
export async function post(change: Change, deps: CardDependencies): Promise<Change | undefined> {
  try {
    return await publish(change, deps);
  } catch (error) {
    if (error instanceof NotPosted) return undefined;
    throw error;
  }
}

export const whyNotPosted = ({ approval }: Pick<Change, 'approval'>): string =>
  whyNotRun.cardNotPosted(approval?.channel);

/** Renders the answer to the requester if approvers can't see the request. */
export const unreachable = (change: Change): Answer => unchanged(whyNotPosted(change)).answer;
export const inviteFirst = 'Invite Skydesk to that channel, or name another one in policy.json';

/**
 * Returns the result of posting a request, with the delivery that confirms it to its requester. If the suggester's approval is
 * enough, the change runs next.
 */
export async function answerRequested(
  posted: Change,
  how: 'replace' | 'ephemeral',
  deps: TransitionDependencies,
): Promise<Result> {
  const published = await approveWithSuggesters(posted, deps);
  const suggesters = votesOf(published).filter(({ job }) => job === published.job);
  return {
    deliveries: [{ kind: 'sent', change: published.id, how }],
    entries: [
      ...agreedEntries('requested', published, deps, { note: requestedNote(published) }),
      ...outcomeEntries(published, published.job, deps),
      ...suggesters.flatMap(({ person, comment }) =>
        agreedEntries('approved', published, deps, { person, ...(comment && { note: comment }) }),
      ),
    ],
    ...updated(published),
  };
}

/** Approves a request if the suggester's approval is enough. */
async function approveWithSuggesters(change: Change, deps: TransitionDependencies): Promise<Change> {
  const approved = await deps.changes.change(change.id, (current) => approveIfAgreed(current, deps.clock()));
  return 'refused' in approved ? change : approved.change;
}

/** Creates a request. */
export async function newRequest(
  { change, job, evaluation, decision, supersedes }: ApprovalInput,
  deps: TransitionDependencies & PeopleDependencies,
): Promise<Change> {
  const { impact, warnings, impactLine, riskLine, path, policy, basis } = evaluation;
  const person = await personOf(change.requester, deps);
  const named = namedApprovers(decision.accounts, deps.policy);
  const number = await deps.changes.takeNumber();
  const judgement = { impact, warnings, impactLine, riskLine, points: decision.points, path, policy, basis };
  const approval = {
    approvers: decision.approvers,
    accounts: decision.accounts,
    channel: decision.channel,
    reviewers: named.filter((reviewer) => !isIdOf(person, reviewer)),
    mayBreakGlass: mayBreakGlass(person, deps.policy),
    votes: supersedes?.votes ?? [],
    supersedes: supersedes?.id,
    suggestedBy: supersedes?.suggestedBy,
    replaces: supersedes?.name,
  };
  const waits = decision.expiresMinutes * minute;
  const remindsAfter = decision.remindMinutes * minute;
  return requested(change, { job, judgement, number, approval, waits, remindsAfter }, deps.clock());
}
