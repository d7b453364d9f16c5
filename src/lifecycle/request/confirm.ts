import { context } from '../../answer/answer.ts';
import { auditEntries } from '../../audit-log/entries.ts';
import type { Change, RequestedChange } from '../../change/model/change.ts';
import { startDeadline } from '../../change/model/deadlines.ts';
import { withoutExcluded } from '../../change/model/exclude-steps.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { stepsOf } from '../../change/model/step.ts';
import { refused } from '../../change/transitions/beginning.ts';
import { type Click, cancel, confirm } from '../../change/transitions/click.ts';
import { type Refusal, unchanged } from '../../change/words/refusal.ts';
import { wanted } from '../../change/words/wanted.ts';
import { denied } from '../../evaluate/who-can.ts';
import type { Decision } from '../../policy/decide.ts';
import type { DecisionMade } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import type { ApprovedRunDependencies } from '../run/run-of-step.ts';
import {
  type OpeningDependencies,
  openingNothing,
  type StoredOpening,
  storeOpening,
} from '../run/store-opening.ts';
import { carryOn } from './answer-click.ts';
import { type Stored, storeConfirmed } from './confirmed-change.ts';
import { evaluateConfirmed } from './evaluate-confirmed.ts';
import { whyNotRequested } from './evaluate-request.ts';
import { inPlace, previewExpired, refuseClick } from './refuse-click.ts';
import { storeRequest } from './request-approval.ts';
import { claimOffers } from './use-offers.ts';

/** Cancels a change that its requester previewed. */
export async function cancelChange(job: DecisionMade, deps: TransitionDependencies): Promise<Result> {
  const decided = await deps.changes.decide(job.on, (preview) => cancel(preview, clickOf(job), deps.clock()));
  if ('refused' in decided) return refuseClick(decided);
  const { change } = decided;
  return {
    deliveries: [{ kind: 'replace', answer: [context('Cancelled: ', ...wanted(change))] }],
    entries: auditEntries('withdrawn', change, deps),
  };
}

/** Runs a change that its requester confirmed, at most once, or requests its approval. */
export async function confirmChange(job: DecisionMade, deps: ApprovedRunDependencies): Promise<Result> {
  const decided = await deps.changes.decide(job.on, (preview) =>
    confirm(preview, clickOf(job), deps.clock()),
  );
  if ('refused' in decided) return refuseClick(decided);
  const { change, redelivered } = decided;
  // It may have been confirmed and applied after the time to which the table was restored.
  if (isRestored(change, deps)) return inPlace(previewExpired(change, '').answer);
  // What an earlier delivery stored stays: others may have voted on it by now.
  const known = redelivered && (await deps.changes.get(change.id));
  return carryOn(known ? { change: known } : await store(decided, job, deps), deps);
}

const clickOf = ({ id, seen, excluded, replyTo }: DecisionMade): Click => ({
  by: replyTo.person,
  job: id,
  seen,
  excluded,
});

/** Evaluates a confirmed change again, and stores it: as approved, as a request or, if neither is possible, as refused. */
async function store(
  { change: previewed, redelivered }: { readonly change: Change; readonly redelivered?: true },
  job: DecisionMade,
  deps: ApprovedRunDependencies,
): Promise<Stored> {
  const pending = withoutExcluded(previewed, job.excluded) ?? previewed;
  const refuse = (why: Refusal): Promise<Stored> => storeRefused(pending, why, job.id, deps);
  if (redelivered && deps.clock() >= startDeadline(pending)) return refuse(previewExpired(pending));
  const claims = await claimOffers(pending, job, deps);
  const confirmed = await evaluateConfirmed(pending, job, claims, deps);
  if ('note' in confirmed) return refuse(confirmed);
  const { change, toClaim } = confirmed;
  const opening = toClaim
    ? await evaluationToRun(change, confirmed.evaluation, deps)
    : openingNothing(confirmed.evaluation);
  const { evaluation } = opening;
  const { decision } = evaluation;
  if (decision.kind === 'deny') return refuse({ answer: denied(decision), note: decision.why });
  if (decision.kind === 'requestApproval') {
    const missing = await whyNotRequested(change, decision, deps);
    if (missing) return refuse(unchanged(missing));
    return { change: await storeRequest({ change, job: job.id, evaluation, decision }, deps) };
  }
  const points = decision.kind === 'confirm' ? decision.points : [];
  const judged = toClaim && { opening, resources: toClaim };
  return storeConfirmed({ change, job: job.id, evaluation, points }, judged, deps);
}

/** Stores a confirmed change as refused, so that no other run of the click can make it. What another run has stored before stays. */
async function storeRefused(
  pending: Change,
  why: Refusal,
  job: string,
  deps: TransitionDependencies,
): Promise<Stored> {
  const change = refused(pending, { job, ...why }, deps.clock());
  if (await deps.changes.put(change)) return { change };
  return { change: (await deps.changes.get(pending.id)) ?? change };
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
