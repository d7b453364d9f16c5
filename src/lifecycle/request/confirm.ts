import { context, failed } from '../../answer/answer.ts';
import { auditEntries } from '../../audit-log/entries.ts';
import { needsApproval } from '../../change/model/approval.ts';
import type { Change, RequestedChange } from '../../change/model/change.ts';
import { startDeadline } from '../../change/model/deadlines.ts';
import { seenDigest } from '../../change/model/digest.ts';
import { withoutExcluded } from '../../change/model/exclude-steps.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { stepsOf } from '../../change/model/step.ts';
import { titleOf } from '../../change/model/titles.ts';
import { refuse } from '../../change/transitions/withdraw.ts';
import { type Refusal, unchanged } from '../../change/words/refusal.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { denied } from '../../evaluate/who-can.ts';
import type { Decision } from '../../policy/decide.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { resultOfClosing } from '../notify/result-of-change.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { resume } from '../run/execute.ts';
import type { ApprovedRunDependencies } from '../run/run-of-step.ts';
import {
  type OpeningDependencies,
  openingNothing,
  type StoredOpening,
  storeOpening,
} from '../run/store-opening.ts';
import { runsAtOnce } from '../views/immediate-change.ts';
import { goOnRunning, runConfirmed, storeConfirmed } from './confirmed-change.ts';
import { evaluateConfirmed } from './evaluate-confirmed.ts';
import { whyNotRequested } from './evaluate-request.ts';
import { inPlace, previewExpired, refuseClick } from './refuse-click.ts';
import { postStored, requestApproval } from './request-approval.ts';
import { claimOffers } from './use-offers.ts';

/** Cancels a change that its requester previewed. */
export async function cancelChange(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const decided = await deps.changes.decide(job.on, job.replyTo.person, 'cancel', job.id, job.seen);
  if ('refused' in decided) return refuseClick(decided);
  const { change } = decided;
  return {
    deliveries: [{ kind: 'replace', answer: [context(`Cancelled · ${titleOf(change)}`)] }],
    entries: auditEntries('withdrawn', change, deps),
  };
}

/** Runs a change that its requester confirmed, at most once, or requests its approval. */
export async function confirmChange(job: DecisionMade, deps: ApprovedRunDependencies): Promise<Result> {
  if (await leavesNothing(job, deps)) return ephemeral([failed(whyNotRun.nothingTicked)]);
  const decided = await deps.changes.decide(job.on, job.replyTo.person, 'confirm', job.id, job.seen);
  if ('refused' in decided) return refuseClick(decided);
  const { change, redelivered } = decided;
  // Whatever digest the table has next to the change.
  if (job.seen !== seenDigest(change)) return refuseClick({ refused: 'not seen', change });
  // It may have been confirmed and applied after the time to which the table was restored.
  if (isRestored(change, deps)) return inPlace(previewExpired(change, '').answer);
  const pending = withoutExcluded(change, job.excluded) ?? change;
  if (redelivered) {
    // An earlier delivery requested it, so it stays requested: others may have voted on it by now.
    const requested = await deps.changes.get(pending.id);
    if (requested) return goOn(requested, job.id, deps);
    if (deps.clock() >= startDeadline(pending)) return stop(pending, previewExpired(pending), job.id, deps);
  }
  return runOrRequestApproval(pending, job, deps);
}

/** Resolves to true if a person confirmed a preview with everything unticked; the preview stays as it is. */
async function leavesNothing(
  { on: id, excluded = [] }: DecisionMade,
  { changes }: TransitionDependencies,
): Promise<boolean> {
  const pending = excluded.length > 0 ? await changes.previewed(id) : undefined;
  return pending !== undefined && withoutExcluded(pending, excluded) === undefined;
}

/** Continues with a change that another run of this job has stored. */
async function goOn(change: Change, job: string, deps: ApprovedRunDependencies): Promise<Result> {
  if (needsApproval(change)) return postStored(change, deps);
  return runsAtOnce(change) ? resume(change.id, job, deps) : goOnRunning(change, deps);
}

/**
 * Refuses a confirmed change. It is stored as refused, so that no other run of this job can make it. If another run has stored
 * the change before, continues with that.
 */
async function stop(
  pending: Change,
  why: Refusal,
  job: string,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const refused = refuse(pending, { job, ...why }, deps.clock());
  if (await deps.changes.put(refused)) return resultOfClosing(refused, deps);
  return goOn((await deps.changes.get(pending.id)) ?? refused, job, deps);
}

/** Evaluates a confirmed change again, then runs it, requests its approval, or reports why neither is possible. */
async function runOrRequestApproval(
  pending: Change,
  job: DecisionMade,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const claims = await claimOffers(pending, job, deps);
  const confirmed = await evaluateConfirmed(pending, job, claims, deps);
  if ('note' in confirmed) return stop(pending, confirmed, job.id, deps);
  const { change, resources, runsHere } = confirmed;
  const opening = runsHere
    ? await evaluationToRun(change, confirmed.evaluation, deps)
    : openingNothing(confirmed.evaluation);
  const { evaluation } = opening;
  const { decision } = evaluation;
  if (decision.kind === 'deny')
    return stop(pending, { answer: denied(decision), note: decision.why }, job.id, deps);
  if (decision.kind === 'requestApproval') {
    const missing = await whyNotRequested(change, decision, deps);
    if (missing) return stop(pending, unchanged(missing), job.id, deps);
    return requestApproval({ change, job: job.id, evaluation, decision }, deps);
  }
  const points = decision.kind === 'confirm' ? decision.points : [];
  const agreed = { change, job: job.id, evaluation, points };
  return runsHere ? runConfirmed(agreed, opening, resources, deps) : storeConfirmed(agreed, deps);
}

const mayRun = ({ kind }: Decision): boolean => kind === 'run' || kind === 'confirm';

/** Stores the opening of a change that starts now, and evaluates it. Removes the opening if the change may not run. */
async function evaluationToRun(
  change: RequestedChange,
  evaluation: ChangeEvaluation,
  deps: OpeningDependencies,
): Promise<StoredOpening> {
  if (!mayRun(evaluation.decision)) return openingNothing(evaluation);
  const opening = await storeOpening(stepsOf(change)[0], evaluation, deps);
  if (!mayRun(opening.evaluation.decision)) await opening.forget();
  return opening;
}
