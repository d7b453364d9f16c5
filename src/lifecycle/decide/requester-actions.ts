import { buttons, done, failed, note } from '../../answer/answer.ts';
import { auditEntries } from '../../audit-log/entries.ts';
import type { Suggestion, Vote } from '../../change/model/approval.ts';
import {
  type Change,
  type ChangePlan,
  type RequestedChange,
  requestLink,
  requestName,
} from '../../change/model/change.ts';
import { suggestionDigest } from '../../change/model/digest.ts';
import { narrowerId, readSuggestionRef } from '../../change/model/ids.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { undoneBy } from '../../change/model/step.ts';
import { linesOf, titleOf } from '../../change/model/titles.ts';
import { restoredOutcome } from '../../change/transitions/restored.ts';
import { decline, notPending, restore, suggest, supersede } from '../../change/transitions/suggesting.ts';
import { withdraw } from '../../change/transitions/withdraw.ts';
import { acceptButton } from '../../change/words/accept-button.ts';
import { onceAccepted } from '../../change/words/request-buttons.ts';
import { wanted } from '../../change/words/wanted.ts';
import { whyNotPrepared } from '../../command-line/prepare-request.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { type PeopleDependencies, personOf } from '../../evaluate/build-context.ts';
import { denied } from '../../evaluate/who-can.ts';
import { isDirectMessage, isOnHome } from '../../messaging/reply-target.ts';
import { mayApprove } from '../../policy/may-decide.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import type {
  ApprovalDependencies,
  CardDependencies,
  TransitionDependencies,
} from '../notify/lifecycle-dependencies.ts';
import { refuseTransition, resultOfClosing, updated } from '../notify/result-of-change.ts';
import { type ChangeEvaluation, evaluateChange, stepsFrom } from '../prepare/evaluate-change.ts';
import { prepareChange } from '../prepare/prepare-change.ts';
import { whyOutdated } from '../prepare/still-agreed.ts';
import {
  answerRequested,
  inviteFirst,
  newRequest,
  post,
  unreachable,
  whyNotPosted,
} from '../request/request-approval.ts';
import { type EvidenceDependencies, isSuggestedSo } from '../run/proof.ts';
import { missingOnceAccepted } from './suggest.ts';
import { whyApprovalWouldFail } from './why-approval-would-fail.ts';

/** Withdraws a request on behalf of its requester. */
export async function withdrawRequest(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const { person } = job.replyTo;
  const transitioned = await deps.changes.change(job.on, (current) =>
    withdraw(current, { person, job: job.id }, deps.clock()),
  );
  if ('refused' in transitioned) return refuseTransition(transitioned);
  const { change } = transitioned;
  // The person who withdrew it needs no message about it.
  const result = resultOfClosing(change, deps, ['requester']);
  const answer = done('Withdrawn: ', ...wanted(change), ' · ', requestLink(change));
  return seesMessages(change, job) ? result : { ...result, ...ephemeral([answer]) };
}

/** Declines a suggestion on behalf of the requester who saw it; the request stays open. */
export async function declineSuggestion(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const { person } = job.replyTo;
  const { change: id, suggestion } = readSuggestionRef(job.on);
  const transitioned = await deps.changes.change(id, (current) =>
    decline(current, { person, suggestion, job: job.id }, deps.clock()),
  );
  if ('refused' in transitioned) return refuseTransition(transitioned);
  const { change } = transitioned;
  const note = change.approval?.declined?.title;
  return {
    deliveries: [],
    ...updated(change),
    ...(!seesMessages(change, job) && ephemeral([done('Suggestion declined · ', requestLink(change))])),
    entries: auditEntries('declined', change, deps, { ...(note && { note }) }),
  };
}

/** Returns whether the person pressed the button next to the messages about the request, so that they see the effect there. */
const seesMessages = (change: Change, { replyTo }: DecisionMade): boolean =>
  isOnHome(replyTo) ||
  change.messages.some(
    ({ view, channel }) =>
      channel === replyTo.channel && (view === 'progress' || isDirectMessage({ channel })),
  );

/** Replaces a request with the narrower one that an approver suggested, on behalf of its requester. */
export async function acceptSuggestion(
  job: DecisionMade,
  deps: ApprovalDependencies & EvidenceDependencies,
): Promise<Result> {
  const { change: id, suggestion } = readSuggestionRef(job.on);
  const original = await deps.changes.get(id);
  const idOfNarrower = narrowerId(id);
  if (original?.approval?.acceptedBy === job.id) return postNarrower(original, idOfNarrower, job, deps);
  const pending = original?.approval?.suggestion;
  if (!original || pending?.id !== suggestion) return ephemeral([failed(notPending)]);
  if (isRestored(original, deps)) return ephemeral(restoredOutcome(job.id).answer);
  if (job.seen !== suggestionDigest(pending)) return ephemeral([failed(notSeen)]);
  const { steps: known } = pending;
  const preparation = prepareChange(known);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const { prepared } = preparation;
  const evaluation = await evaluateChange(prepared, original.replyTo, deps, {
    undoes: undoneBy(original),
    known,
  });
  const { decision } = evaluation;
  if (decision.kind === 'deny') return ephemeral(denied(decision));
  const change = suggestedIn(original, pending, evaluation, job);
  if (decision.kind !== 'requestApproval') {
    return ephemeral([note('The suggested change needs no approval. Run it yourself: ', ...linesOf(change))]);
  }
  const votes = whyApprovalWouldFail(change, decision)
    ? []
    : await suggestersVote(original, evaluation, job, deps);
  const missing = missingOnceAccepted(original, decision, votes);
  if (pending.missing === undefined || missing < pending.missing)
    return askAgain(original, { ...pending, id: job.id, missing }, suggestion, deps);
  const { person } = job.replyTo;
  const supersedes = { id, name: requestName(original), suggestedBy: pending.by, votes };
  const narrower = await newRequest({ change, job: job.id, evaluation, decision, supersedes }, deps);
  const transitioned = await deps.changes.changeBoth(id, idOfNarrower, (current, existing) =>
    supersede(current, existing, { person, suggestion, job: job.id, narrower }, deps.clock()),
  );
  if ('refused' in transitioned) return refuseTransition(transitioned);
  return postNarrower(transitioned.change, idOfNarrower, job, deps);
}

/** Returns the change that a suggestion requests in place of the original. */
const suggestedIn = (
  { id, requester, replyTo, steps, reason, ticket, plan, through }: Change,
  suggestion: Suggestion,
  evaluation: ChangeEvaluation,
  job: DecisionMade,
): RequestedChange => ({
  id: narrowerId(id),
  requester,
  team: job.team,
  replyTo: { ...replyTo, responseUrl: job.replyTo.responseUrl },
  steps: mapNonEmpty(stepsFrom(evaluation), (step, index) => ({
    ...steps[index],
    ...step,
    line: suggestion.steps[index]?.line ?? step.line,
  })),
  reason,
  ticket,
  // Without the line, which would request the wider change.
  ...(plan && { plan: withoutLine(plan) }),
  ...(through && { through }),
});

/**
 * Asks the requester again, who read of more approvals than a suggestion needs by now, or of none, which replaces nothing. The suggestion
 * gets another id, so that the buttons that they read before, `shown`, do nothing.
 */
async function askAgain(
  original: Change,
  suggestion: Suggestion & { readonly missing: number },
  shown: string,
  deps: TransitionDependencies,
): Promise<Result> {
  const transitioned = await deps.changes.change(original.id, (current) =>
    current.approval?.suggestion?.id === shown
      ? suggest(current, suggestion, deps.clock())
      : { refused: notPending },
  );
  if ('refused' in transitioned) return refuseTransition(transitioned);
  return {
    ...updated(original),
    ...ephemeral([
      failed('The suggestion needs other approvals by now than you read. Nothing was changed.'),
      note(onceAccepted(original, suggestion.missing)),
      buttons(acceptButton(original, suggestion)),
    ]),
  };
}

const notSeen = 'This isn’t the suggestion that you were shown any more. Nothing was changed.';

const withoutLine = ({ line: _, ...plan }: ChangePlan): ChangePlan => plan;

/** Posts the request that replaced the original. */
async function postNarrower(
  original: Change,
  idOfNarrower: string,
  job: DecisionMade,
  deps: TransitionDependencies & CardDependencies,
): Promise<Result> {
  const narrower = await deps.changes.get(idOfNarrower);
  if (!narrower) throw new Error('A request was replaced by one that is not there');
  const posted = await post(narrower, deps);
  if (!posted) {
    const transitioned = await deps.changes.changeBoth(original.id, idOfNarrower, (current, existing) =>
      restore(current, existing, { job: job.id, why: whyNotPosted(narrower) }, deps.clock()),
    );
    if ('change' in transitioned) return reopened(transitioned.change, transitioned.narrower, deps);
  }
  const result = await answerRequested(posted ?? narrower, 'ephemeral', deps);
  const gave = resultOfClosing(original, deps);
  return {
    ...result,
    // The message with the suggestion stays and shows that it was accepted.
    ...(isOnHome(job.replyTo) && { deliveries: [] }),
    entries: [...gave.entries, ...(result.entries ?? [])],
    changes: [...gave.changes, ...(result.changes ?? [])],
  };
}

/** Reports that the original request is open again, because approvers can't see the narrower one. */
function reopened(original: Change, narrower: Change, deps: TransitionDependencies): Result {
  const gave = resultOfClosing(narrower, deps, ['requester']);
  return {
    ...gave,
    changes: [...gave.changes, ...updated(original).changes],
    ...ephemeral([
      ...unreachable(narrower),
      note(requestLink(original), ` is still open as it was: ${titleOf(original)}`),
      note(`${inviteFirst}. Then accept the suggestion again.`),
    ]),
  };
}

/**
 * Resolves to the suggester's approval of the narrower change, if they may approve it, the audit log has that they suggested it, and
 * it is unchanged since.
 */
async function suggestersVote(
  original: Change,
  evaluation: ChangeEvaluation,
  job: DecisionMade,
  deps: PeopleDependencies & Pick<TransitionDependencies, 'clock'> & EvidenceDependencies,
): Promise<readonly Vote[]> {
  const { requester, approval } = original;
  const { suggestion, accounts: affected = [] } = approval ?? {};
  if (!suggestion || suggestion.by === requester) return [];
  if (whyOutdated({ basis: suggestion.basis, impact: [] }, evaluation)) return [];
  if (!(await isSuggestedSo(original, suggestion, deps))) return [];
  const suggester = await personOf(suggestion.by, deps);
  const accounts = affected.filter((account) => mayApprove(suggester, account, deps.policy));
  if (accounts.length === 0) return [];
  const { by, comment } = suggestion;
  const at = deps.clock();
  return [{ person: by, vote: 'approve', at, job: job.id, accounts, ...(comment && { comment }) }];
}
