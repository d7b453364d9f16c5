import type { Answer } from '../../answer/answer.ts';
import { reason } from '../../audit-log/entries.ts';
import type { Change, RequestedChange } from '../../change/model/change.ts';
import type { Resource } from '../../change/model/resource.ts';
import { type Step, stepsOf } from '../../change/model/step.ts';
import { failWaiting, latestStart } from '../../change/model/step-order.ts';
import { lineFor } from '../../change/model/titles.ts';
import { type Refusal, unchanged } from '../../change/words/refusal.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { whyNotPrepared } from '../../command-line/prepare-request.ts';
import { isRefused } from '../../core/call-failed.ts';
import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import { explain, isExpected } from '../../evaluate/describe-error.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { creatorOf } from '../prepare/done-by-another.ts';
import { type ChangeEvaluation, evaluateChange, stepsFrom } from '../prepare/evaluate-change.ts';
import { prepareChange } from '../prepare/prepare-change.ts';
import { whyOutdated } from '../prepare/still-agreed.ts';
import { resourcesToHold } from '../run/resources-to-hold.ts';
import type { ApprovedRunDependencies } from '../run/run-of-step.ts';
import { retryButtons } from '../views/retry-buttons.ts';
import { previewAgain } from './refuse-click.ts';
import { isClaimed, type OfferClaim, undoneIn, whyExcluded } from './use-offers.ts';

/** A confirmed change with its current evaluation. */
interface EvaluatedConfirmed {
  readonly change: RequestedChange & Pick<Change, 'expires'>;
  readonly evaluation: ChangeEvaluation;
  /**
   * What the click claims with the step, before it runs it. Undefined if steps have jobs of their own: the click may not start it (`startsNow`),
   * or another change holds what it would claim, which is waited for.
   */
  readonly toClaim: readonly Resource[] | undefined;
}

/** Evaluates a confirmed change again; resolves to a refusal if it can't be made. */
export async function evaluateConfirmed(
  pending: Change,
  job: DecisionMade,
  claims: readonly OfferClaim[],
  deps: ApprovedRunDependencies,
): Promise<EvaluatedConfirmed | Refusal> {
  const refused = claims.map((claim) => whyExcluded(claim, undefined));
  const [first] = refused;
  if (first && refused.every(Boolean)) return first;
  const preparation = prepareChange(pending.steps);
  if (preparation.kind !== 'prepared') return whyNotRun.previewOfNewVersion(whyNotPrepared(preparation));
  const { prepared } = preparation;
  const held = startsNow(pending, job, deps.clock())
    ? await resourcesToHold(stepsOf(pending)[0], deps)
    : undefined;
  let evaluation: ChangeEvaluation;
  let creator: string | undefined;
  try {
    [evaluation, creator] = await Promise.all([
      evaluateChange(prepared, job.replyTo, deps, {
        undoes: claims.map(undoneIn),
        known: pending.steps,
        ifNoOp: 'refuse',
      }),
      creatorOf(pending, deps),
    ]);
  } catch (error) {
    if (!isExpected(error) && !isRefused(error)) throw error;
    return whyNotRun.lookUpFailed(
      [...explain(error), ...retryChange(prepared[0], pending, error)],
      reason(error),
    );
  }
  if (creator !== undefined) return unchanged(whyNotRun.doneByAnother(creator));
  const exclusions = claims.map((claim, index) => whyExcluded(claim, evaluation.states[index]));
  const steps = confirmedSteps(pending, evaluation, claims, exclusions, job);
  const out = exclusions.find((why) => why !== undefined);
  if (out && steps.every(({ outcome }) => outcome)) return out;
  const { isUnlogged: _, ...asked } = pending;
  const change = { ...asked, replyTo: job.replyTo, steps };
  const { basis = [], impact = [] } = pending.judgement ?? {};
  const isMade = (_: unknown, index: number): boolean => exclusions[index] === undefined;
  const made = { impact: evaluation.impact, basis: evaluation.basis.filter(isMade) };
  const why = whyOutdated({ impact, basis: basis.filter(isMade) }, made);
  return why
    ? whyNotRun.previewOutdated(why, previewAgain(pending))
    : { change, evaluation, toClaim: held?.busyWith ? undefined : held?.resources };
}

/**
 * Returns whether the click itself may run a change: one step that starts now. Not a preview with ticks, nor one that needed approval, since
 * the audit log has nothing of them yet.
 */
const startsNow = (
  { steps, isUnlogged }: Pick<Change, 'steps' | 'isUnlogged'>,
  { excluded: unticked }: DecisionMade,
  now: Instant,
): boolean => steps.length === 1 && latestStart(steps, now) <= now && unticked === undefined && !isUnlogged;

/** Returns buttons for a change that failed before it started, with the command that its requester typed. */
function retryChange(prepared: Prepared<Context>, change: RequestedChange, error: unknown): Answer {
  const line = lineFor(change);
  return line === undefined ? [] : retryButtons({ ...prepared, line }, error);
}

/**
 * Returns the steps of a confirmed change as they are stored. An Undo or a retry that is no longer possible has failed, as have
 * the steps that depend on it; the others continue. Its offer is released at the end of the request.
 */
function confirmedSteps(
  { steps }: Change,
  evaluation: ChangeEvaluation,
  claims: readonly OfferClaim[],
  exclusions: readonly (Refusal | undefined)[],
  job: DecisionMade,
): NonEmpty<Step> {
  const confirmed = mapNonEmpty(stepsFrom(evaluation), (step, index): Step => {
    const previewed = steps[index];
    const [claim, out] = [claims[index], exclusions[index]];
    const { undoes, retries } = previewed ?? {};
    const usedBy = isClaimed(claim) ? job.id : undefined;
    return {
      ...previewed,
      ...step,
      line: previewed?.line ?? step.line,
      ...(undoes && { undoes: { ...undoes, usedBy } }),
      ...(retries && { retries: { ...retries, usedBy } }),
      ...(out && { outcome: { kind: 'failed', ...out, job: job.id } }),
    };
  });
  return failWaiting(confirmed, job.id);
}
