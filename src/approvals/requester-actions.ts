import { done, failed, note } from '../answer/answer.ts';
import { auditEntries } from '../audit-log/entries.ts';
import { type Approval, requestLink, requestName, type Vote } from '../change/model/approval.ts';
import { type Change, type ChangePlan, linesOf, titleOf, undoneBy } from '../change/model/change.ts';
import { narrowerId, readSuggestionRef } from '../change/model/ids.ts';
import { withdraw } from '../change/transitions/closing.ts';
import { decline, notPending, restore, supersede } from '../change/transitions/suggesting.ts';
import { type ChangeEvaluation, evaluateChange, isUnchanged, stepsFrom } from '../changes/evaluate-change.ts';
import { prepareChange } from '../changes/prepare-change.ts';
import { whyNotPrepared } from '../command-line/prepare-request.ts';
import { mapNonEmpty } from '../core/non-empty.ts';
import { type PeopleDependencies, personOf } from '../evaluate/build-context.ts';
import { denied } from '../evaluate/who-can.ts';
import { isOnHome } from '../messaging/reply-target.ts';
import { mayApprove } from '../policy/may-decide.ts';
import type { DecisionMade } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';
import type {
  ApprovalDependencies,
  CardDependencies,
  TransitionDependencies,
} from './approval-dependencies.ts';
import { ended, updated } from './approval-result.ts';
import {
  approvalFrom,
  inviteFirst,
  peopleNamed,
  post,
  requested,
  unreachable,
  why,
} from './request-approval.ts';
import { declinedReply } from './thread-replies.ts';

/** Withdraws a request for its requester. */
export async function withdrawRequest(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const { person } = job.replyTo;
  const transitioned = await deps.approvals.change(job.on, (current) =>
    withdraw(current, { person, job: job.id }, deps.clock()),
  );
  if ('refused' in transitioned) return ephemeral([failed(transitioned.refused)]);
  const { approval } = transitioned;
  // Who withdrew it needs no message about it.
  const result = ended(approval, deps, ['requester']);
  const answer = done('Withdrawn: ', requestLink(approval), ` ${titleOf(approval)}`);
  return seesMessages(approval, job) ? result : { ...result, ...ephemeral([answer]) };
}

/** Keeps a request as it is: its requester declines the suggestion that they saw. */
export async function declineSuggestion(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const { person } = job.replyTo;
  const { approval: id, suggestion } = readSuggestionRef(job.on);
  const transitioned = await deps.approvals.change(id, (current) =>
    decline(current, { person, suggestion, job: job.id }, deps.clock()),
  );
  if ('refused' in transitioned) return ephemeral([failed(transitioned.refused)]);
  const { approval } = transitioned;
  const note = approval.declined?.title;
  return {
    deliveries: [],
    ...updated(approval),
    ...(!seesMessages(approval, job) && ephemeral([done('Suggestion declined · ', requestLink(approval))])),
    entries: auditEntries('declined', approval, deps, { ...(note && { note }) }),
    replies: declinedReply(approval),
  };
}

/** Whether the person pressed the button where the messages about the request are, so that they see what it did. */
const seesMessages = ({ direct, progress }: Approval, { replyTo }: DecisionMade): boolean =>
  isOnHome(replyTo) || replyTo.channel === direct?.channel || replyTo.channel === progress?.channel;

/** Replaces a request with the narrower one that an approver suggested, for its requester. */
export async function acceptSuggestion(job: DecisionMade, deps: ApprovalDependencies): Promise<Result> {
  const { approval: id, suggestion } = readSuggestionRef(job.on);
  const original = await deps.approvals.get(id);
  const idOfNarrower = narrowerId(id);
  if (original?.acceptedBy === job.id) return postNarrower(original, idOfNarrower, job, deps);
  if (original?.suggestion?.id !== suggestion) return ephemeral([failed(notPending)]);
  const { steps: suggested } = original.suggestion;
  const preparation = prepareChange(suggested);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const { prepared } = preparation;
  const evaluation = await evaluateChange(prepared, original.replyTo, deps, {
    undoes: undoneBy(original),
    known: suggested,
  });
  const { decision } = evaluation;
  if (decision.kind === 'deny') {
    return ephemeral(denied(decision));
  }
  const { person, responseUrl } = job.replyTo;
  const change: Change = {
    id: idOfNarrower,
    requester: original.requester,
    team: job.team,
    replyTo: { ...original.replyTo, responseUrl },
    steps: mapNonEmpty(stepsFrom(evaluation), (step, index) => ({
      ...original.steps[index],
      ...step,
      line: suggested[index]?.line ?? step.line,
    })),
    reason: original.reason,
    ticket: original.ticket,
    // Its line would request the wider change.
    ...(original.plan && { plan: withoutLine(original.plan) }),
    ...(original.through && { through: original.through }),
  };
  if (decision.kind !== 'requestApproval') {
    return ephemeral([note('The suggested change needs no approval. Run it yourself: ', ...linesOf(change))]);
  }
  const supersedes = {
    id,
    name: requestName(original),
    votes: await suggestersVote(original, evaluation, job, deps),
  };
  const people = await peopleNamed(change, decision, deps);
  const number = await deps.approvals.takeNumber();
  const narrower = approvalFrom(
    { change, number, job: job.id, evaluation, decision, people, supersedes },
    deps.clock(),
  );
  await deps.approvals.assess(narrower, evaluation.assessment);
  const transitioned = await deps.approvals.changeBoth(id, idOfNarrower, (current, existing) =>
    supersede(current, existing, { person, suggestion, job: job.id, narrower }, deps.clock()),
  );
  if ('refused' in transitioned) return ephemeral([failed(transitioned.refused)]);
  return postNarrower(transitioned.approval, idOfNarrower, job, deps);
}

const withoutLine = ({ line: _, ...plan }: ChangePlan): ChangePlan => plan;

/** Posts the request that replaced the first one. */
async function postNarrower(
  original: Approval,
  idOfNarrower: string,
  job: DecisionMade,
  deps: TransitionDependencies & CardDependencies,
): Promise<Result> {
  const narrower = await deps.approvals.get(idOfNarrower);
  if (!narrower) throw new Error('A request was replaced by one that is not there');
  const posted = await post(narrower, deps);
  if (!posted) {
    const transitioned = await deps.approvals.changeBoth(original.id, idOfNarrower, (current, existing) =>
      restore(current, existing, { job: job.id, why: why(narrower) }, deps.clock()),
    );
    if ('approval' in transitioned) return reopened(transitioned.approval, transitioned.narrower, deps);
  }
  const result = await requested(posted ?? narrower, narrower, deps);
  const gave = ended(original, deps);
  return {
    ...result,
    ...(seesMessages(original, job) && { deliveries: [] }),
    entries: [...gave.entries, ...(result.entries ?? [])],
    ends: gave.ends,
  };
}

/** Approvers can't see the narrower request, so the one that it replaced is open again. */
function reopened(original: Approval, narrower: Approval, deps: TransitionDependencies): Result {
  return {
    ...ended(narrower, deps, ['requester']),
    cards: [original.id],
    ...ephemeral([
      unreachable(narrower),
      note(requestLink(original), ` is still open as it was: ${titleOf(original)}`),
      note(`${inviteFirst}. Then accept the suggestion again.`),
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
