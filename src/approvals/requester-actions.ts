import {
  type ChangeEvaluation,
  evaluateChange,
  isUnchanged,
  plannedSteps,
} from '../changes/evaluate-change.ts';
import { prepareChange } from '../changes/prepare-change.ts';
import { whyNotPrepared } from '../commands/parse/prepare-request.ts';
import { done, failed, note } from '../core/answer.ts';
import type { Approval, Vote } from '../core/approval.ts';
import { type Change, linesOf, titleOf } from '../core/change.ts';
import { narrowerId, readSuggestionRef } from '../core/ids.ts';
import { isOnHome } from '../core/reply-target.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { type PeopleDependencies, personOf } from '../requests/build-context.ts';
import type { DecisionMade } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import type {
  ApprovalDependencies,
  CardDependencies,
  TransitionDependencies,
} from './approval-dependencies.ts';
import { ended } from './approval-result.ts';
import { approvalFrom, inviteFirst, post, tell, unreachable, why } from './request-approval.ts';
import { withdraw } from './transitions/closing.ts';
import { restore, supersede } from './transitions/suggesting.ts';

/** Withdraws a request for its requester. */
export async function withdrawRequest(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const { person } = job.replyTo;
  const stepped = await deps.approvals.change(job.pending, (now) =>
    withdraw(now, { person, job: job.id }, deps.clock()),
  );
  if ('refused' in stepped)
    return ephemeral([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  const { approval } = stepped;
  return {
    // On the Home tab the answer to the click is a direct message already.
    ...ended(approval, deps, isOnHome(job.replyTo) ? ['requester'] : []),
    ...ephemeral([done(`Withdrawn. Skydesk will not ${titleOf(approval)}.`)]),
  };
}

/** Replaces a request with the narrower one that an approver suggested, for its requester. */
export async function acceptSuggestion(job: DecisionMade, deps: ApprovalDependencies): Promise<Result> {
  const { approval: id, suggestion } = readSuggestionRef(job.pending);
  const before = await deps.approvals.get(id);
  const nextId = narrowerId(id);
  if (before?.acceptedBy === job.id) return askAboutLess(before, nextId, job, deps);
  if (!before?.suggestion) return ephemeral([failed('There is no proposal to take. Nothing was changed.')]);
  if (before.suggestion.id !== suggestion)
    return ephemeral([failed('Something else is proposed by now. Nothing was changed by this click.')]);
  const preparation = prepareChange(before.suggestion.steps);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const { prepared } = preparation;
  const evaluation = await evaluateChange(prepared, before.replyTo, deps, before.undoes?.subject);
  const { decision } = evaluation;
  if (decision.kind === 'refuse') {
    return ephemeral([failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)]);
  }
  const { person, responseUrl } = job.replyTo;
  const change: Change = {
    id: nextId,
    requester: before.requester,
    team: job.team,
    replyTo: { ...before.replyTo, responseUrl },
    steps: plannedSteps(evaluation),
    reason: before.reason,
    ticket: before.ticket,
    undoes: before.undoes,
  };
  if (decision.kind !== 'ask') {
    const sentence = 'The narrower change needs no approval. Type it yourself: ';
    return ephemeral([note(sentence, ...linesOf(change))]);
  }
  const supersedes = { id, votes: await suggestersVote(before, evaluation, job, deps) };
  const narrower = approvalFrom({ change, job: job.id, evaluation, decision, supersedes }, deps.clock());
  const stepped = await deps.approvals.changeBoth(id, nextId, (now, known) =>
    supersede(now, known, { person, suggestion, job: job.id, narrower }, deps.clock()),
  );
  if ('refused' in stepped)
    return ephemeral([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  return askAboutLess(stepped.approval, nextId, job, deps);
}

/** The first request has given way to the narrower one, which is posted now. */
async function askAboutLess(
  first: Approval,
  nextId: string,
  job: DecisionMade,
  deps: TransitionDependencies & CardDependencies,
): Promise<Result> {
  const narrower = await deps.approvals.get(nextId);
  if (!narrower) throw new Error('A request gave way to one that is not there');
  const posted = await post(narrower, deps);
  if (!posted) {
    const stepped = await deps.approvals.changeBoth(first.id, nextId, (now, known) =>
      restore(now, known, { job: job.id, why: why(narrower) }, deps.clock()),
    );
    if ('approval' in stepped) return standAsBefore(stepped.approval, stepped.other, deps);
  }
  const told = await tell(posted ?? narrower, narrower, deps);
  const gave = ended(first, deps);
  return { ...told, entries: [...gave.entries, ...(told.entries ?? [])], ends: gave.ends };
}

/** Nobody can be asked about the narrower request, so the one that gave way to it waits again. */
function standAsBefore(first: Approval, narrower: Approval, deps: TransitionDependencies): Result {
  return {
    ...ended(narrower, deps, ['requester']),
    cards: [first.id],
    ...ephemeral([
      unreachable(narrower),
      note(`Your request to ${titleOf(first)} waits on as it was.`),
      note(`${inviteFirst}, and take the proposal again.`),
    ]),
  };
}

/** The approver who suggested the narrower change approves it, if they may, and if it is still what they looked at. */
async function suggestersVote(
  { suggestion, requester, accounts: affected }: Approval,
  { basis }: ChangeEvaluation,
  job: DecisionMade,
  deps: PeopleDependencies & Pick<TransitionDependencies, 'clock'>,
): Promise<readonly Vote[]> {
  if (!suggestion || suggestion.by === requester || !isUnchanged(suggestion.basis, basis)) return [];
  const suggester = await personOf(suggestion.by, deps);
  const accounts = affected.filter((account) => mayApprove(suggester, account, deps.policy));
  if (accounts.length === 0) return [];
  const { by, comment } = suggestion;
  const at = deps.clock();
  return [{ person: by, vote: 'approve', at, job: job.id, accounts, ...(comment && { comment }) }];
}
