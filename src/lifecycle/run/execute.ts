import { reason } from '../../audit-log/entries.ts';
import { type Change, isWaiting, requestName } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { stepDeadline } from '../../change/model/deadlines.ts';
import { onItsResource } from '../../change/model/outcomes.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { type ChangeStep, dueSteps, stepsOf } from '../../change/model/step.ts';
import { closeRestored } from '../../change/transitions/restored.ts';
import { markOutdated, tooLate, waitForResource } from '../../change/transitions/running.ts';
import { type Refusal, unchanged } from '../../change/words/refusal.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { type Millis, minute } from '../../core/clock.ts';
import { NotDue } from '../../core/unavailable.ts';
import { explain, isExpected } from '../../evaluate/describe-error.ts';
import { GroupNotListed } from '../../messaging/group-not-listed.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { Execute } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { resultOfClosing } from '../notify/result-of-change.ts';
import { authorityOf } from '../prepare/authority.ts';
import { withEarlierResults } from '../prepare/earlier-results.ts';
import { evaluateAgain, evaluateSteps } from '../prepare/evaluate-again.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { preparedStep, preparedSteps } from '../prepare/prepare-change.ts';
import { changeUnsent } from './change-unsent.ts';
import {
  type Completed,
  type CompletionDependencies,
  completeUnsent,
  resultOfCompletion,
} from './complete-step.ts';
import { isAgreedSo } from './proof.ts';
import { resourcesToHold } from './resources-to-hold.ts';
import { type ApprovedRunDependencies, type JudgedStep, lookedAt, runOfStep } from './run-of-step.ts';
import { runReversal } from './run-reversal.ts';
import { runStep, StartNotLogged, withhold } from './run-step.ts';
import { whyNotAllowed } from './still-allowed.ts';
import { storeOpening } from './store-opening.ts';

const nothing: Result = { deliveries: [] };

/** The audit log lacks an entry that proves an approved change, so it has to wait. */
export class ApprovalNotLogged extends Error {
  override readonly name = 'ApprovalNotLogged';
}

interface StepToRun {
  readonly change: Change;
  readonly changeStep: ChangeStep;
}

/**
 * Executes a step of an approved change after checking its proof, rights and basis again. A rejection other than
 * `OutcomeNotStored` means that nothing was sent, so the job can be retried.
 */
export async function execute(job: Execute, deps: ApprovedRunDependencies): Promise<Result> {
  const stored = await deps.changes.get(job.change);
  if (!stored) return nothing;
  const found = stepFor(stored, job.index, job, deps);
  if ('result' in found) return found.result;
  const { change, changeStep } = found;
  if (isReversal(change)) return runReversal({ change, changeStep }, job.id, deps);
  if (!isRestored(change, deps) && !(await isAgreedSo(change, changeStep, deps)))
    throw new ApprovalNotLogged(job.id);
  return (await executeStep(found, job.id, deps)).result;
}

/**
 * Executes the step that a click claimed as it stored the change; the click is its proof. `judged`: as this run of the click has just found
 * it; undefined in a later one, which judges it again.
 */
export async function executeClaimed(
  change: Change,
  deps: ApprovedRunDependencies,
  judged?: JudgedStep,
): Promise<Completed> {
  const { job } = change;
  const found = stepFor(change, 0, { id: job }, deps);
  return 'result' in found ? { change, result: found.result } : executeStep(found, job, deps, judged);
}

async function executeStep(
  { change, changeStep: stored }: StepToRun,
  job: string,
  deps: ApprovedRunDependencies,
  known?: JudgedStep,
): Promise<Completed> {
  if (isRestored(change, deps)) return closeRestoredChange(change, job, deps);
  const changeStep = onItsResource(stored, change.steps);
  const judged = known ?? (await judgeAgain({ change, changeStep }, job, deps));
  if ('result' in judged) return judged;
  return runStep(runOfStep(change, changeStep, lookedAt(judged), job, deps), job, deps).catch(
    async (error: unknown) => {
      if (error instanceof StartNotLogged) await judged.opening.forget();
      throw error;
    },
  );
}

/** Finds out whether a step may run now. Resolves to what became of the change if it may not. */
async function judgeAgain(
  { change, changeStep }: StepToRun,
  job: string,
  deps: ApprovedRunDependencies,
): Promise<JudgedStep | Completed> {
  const { index } = changeStep;
  const fail = async (why: Refusal): Promise<Completed> => {
    await withhold(changeStep, job, deps);
    return completeUnsent(change, index, { kind: 'failed', ...why, job }, deps);
  };
  const prepared = preparedStep(change.steps, index);
  if (!prepared) return fail(whyNotRun.ofNewVersion());
  const { resources, busyWith } = await resourcesToHold(changeStep, deps);
  if (busyWith) {
    if (await waits(change, changeStep, busyWith, deps)) throw new NotDue(job);
    return fail(whyNotRun.busyWith(nameOfOther(busyWith)));
  }
  const authority = await authorityOf(change, deps);
  /** Fails the step, unless the right that it lacks may be there again soon: then the sweeper tries it until it expires. */
  const failUnlessUnlisted = (why: Refusal): Promise<Completed> => {
    if (authority.unlisted) throw new GroupNotListed(authority.unlisted);
    return fail(why);
  };
  if (authority.whyForbidden) return failUnlessUnlisted(unchanged(authority.whyForbidden));
  let toRun: ToRun;
  try {
    toRun = await evaluateToRun(change, index, prepared, deps);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return fail(whyNotRun.lookUpFailed(explain(error), reason(error)));
  }
  if ('changes' in toRun) {
    await withhold(changeStep, job, deps);
    return outdated(change, index, whyNotRun.outdatedBy(toRun.changes, toRun.next), job, deps);
  }
  // An approved step that is too late is ended by the sweeper; one that was claimed and not sent has to be ended here.
  if (change.status === 'running' && deps.clock() >= stepDeadline(change, index))
    return fail(tooLate(change, index));
  const whyNotWhole = whyNotAllowed(change, authority, toRun.whole, deps);
  if (whyNotWhole) return failUnlessUnlisted(whyNotWhole);
  const opening = await storeOpening(changeStep, toRun.evaluation, deps);
  const whyNot = whyNotAllowed(change, authority, opening.evaluation, deps);
  if (!whyNot) return { opening, resources };
  await opening.forget();
  return failUnlessUnlisted(whyNot);
}

/** Time for which a step waits while another change changes its resource: less than the eight deliveries of a job that is not due. */
const patience: Millis = 2 * minute;

/** Resolves to whether a step waits until another change has ended. It waits without limit for a step of its own change. */
async function waits(
  change: Change,
  { index }: ChangeStep,
  busyWith: Change,
  { changes, clock }: TransitionDependencies,
): Promise<boolean> {
  if (busyWith.id === change.id) return true;
  const waiting = await changes.change(change.id, (current) =>
    waitForResource(current, index, busyWith.id, clock()),
  );
  const waitsFor = 'change' in waiting ? waiting.change.steps[index]?.waitsFor : undefined;
  return waitsFor !== undefined && clock() - waitsFor.since < patience;
}

const nameOfOther = ({ id, number, reversal }: Change): string =>
  reversal?.request ?? (number === undefined ? 'Another change' : requestName({ id, number }));

type ToRun =
  | { readonly evaluation: ChangeEvaluation; readonly whole: ChangeEvaluation }
  | { readonly changes: readonly string[]; readonly next?: string | undefined };

/** Resolves to the evaluated step with the results of earlier ones, or to the changes since people agreed to it. */
async function evaluateToRun(
  change: Change,
  index: number,
  prepared: Prepared<Context>,
  deps: ApprovedRunDependencies,
): Promise<ToRun> {
  const { evaluation, changes, next } = await evaluateAgain(change, [prepared], deps, index);
  if (changes) return { changes, next };
  const whole = await asWhole(change, evaluation, deps);
  const withResults = withEarlierResults(prepared, change.steps);
  return {
    evaluation: withResults ? await evaluateSteps(change, [withResults], deps, index) : evaluation,
    whole,
  };
}

/**
 * Evaluates all steps together if none has started and the policy has changed since people agreed; otherwise returns the
 * evaluation of the one step.
 */
async function asWhole(
  change: Change,
  evaluation: ChangeEvaluation,
  deps: ApprovedRunDependencies,
): Promise<ChangeEvaluation> {
  const { steps, judgement } = change;
  const { policy = evaluation.policy } = judgement ?? {};
  const isDecidedSo = policy === evaluation.policy;
  const all = isDecidedSo || steps.some(({ claimed }) => claimed) ? undefined : preparedSteps(steps);
  return all && all.length > 1 ? evaluateSteps(change, all, deps) : evaluation;
}

/** Returns the step that a job executes, or a result if nothing is left to execute. Earlier attempts do nothing. */
export function stepFor(
  change: Change,
  at: number,
  { id: job, attempt }: Pick<Execute, 'id' | 'attempt'>,
  deps: Pick<TransitionDependencies, 'clock'>,
): StepToRun | { readonly result: Result } {
  const changeStep = stepsOf(change)[at];
  if (!changeStep) return { result: nothing };
  const { outcome } = changeStep.step;
  if (outcome) return { result: outcome.job === job ? resultOfCompletion(change, job, deps) : nothing };
  if (change.closed) return { result: change.closed.job === job ? resultOfClosing(change, deps) : nothing };
  if (isReversal(change) && (!isWaiting(change) || changeStep.step.attempt !== attempt))
    return { result: nothing };
  if (dueSteps(change, deps.clock()).some(({ index }) => index === at)) return { change, changeStep };
  throw new NotDue(job);
}

/**
 * Handles a step whose basis has changed. A request of one step becomes outdated; of several steps, only this one fails, since
 * others may have started.
 */
async function outdated(
  change: Change,
  index: number,
  why: Refusal,
  job: string,
  deps: CompletionDependencies,
): Promise<Completed> {
  if (change.steps.length > 1) return completeUnsent(change, index, { kind: 'failed', ...why, job }, deps);
  const outdating = (current: Change) => markOutdated(current, 'approved', { job, ...why }, deps.clock());
  const transitioned = await changeUnsent(change, index, outdating, job, deps);
  return closedBy(transitioned, change, deps);
}

/** Sends nothing of a restored request, and closes it. The sweeper completes the steps of a running one. */
async function closeRestoredChange(
  change: Change,
  job: string,
  deps: TransitionDependencies,
): Promise<Completed> {
  const transitioned = await deps.changes.change(change.id, (current) =>
    closeRestored(current, job, deps.clock()),
  );
  return closedBy(transitioned, change, deps);
}

/** Returns what comes of closing a change, unless that was refused. */
const closedBy = (
  transitioned: Transition,
  change: Change,
  deps: Pick<TransitionDependencies, 'clock'>,
): Completed =>
  'refused' in transitioned
    ? { change, result: nothing }
    : { change: transitioned.change, result: resultOfClosing(transitioned.change, deps) };
