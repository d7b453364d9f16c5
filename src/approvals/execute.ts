import { type Answer, failed } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import type { Change } from '../change/model/change.ts';
import { type ChangeStep, dueSteps, stepsOf } from '../change/model/step.ts';
import { begin, markOutdated, tooLate } from '../change/transitions/running.ts';
import { withEarlierResults } from '../changes/earlier-results.ts';
import { type EndOfUnknownDependencies, endOfUnknown } from '../changes/end-of-unknown.ts';
import { type ChangeEvaluation, evaluateChange, isUnchanged } from '../changes/evaluate-change.ts';
import {
  type EvidenceDependencies,
  type Execution,
  executeStep,
  isStarted,
} from '../changes/execute-step.ts';
import { noteOpening } from '../changes/note-opening.ts';
import { preparedStep } from '../changes/prepare-change.ts';
import { explain, isExpected } from '../evaluate/describe-error.ts';
import type { Execute } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import type { ApprovedRunDependencies, TransitionDependencies } from './approval-dependencies.ts';
import { looksSame } from './approval-messages.ts';
import { ended, outdatedFor } from './approval-result.ts';
import { authorityOf } from './authority.ts';
import { changesSince } from './changes-since.ts';
import { closed, closeStep } from './close-step.ts';
import { isApprovalLogged } from './enqueue-execution.ts';
import { lackingNow } from './lacking-now.ts';
import { show } from './notify.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import { closeRestored, isRestored, restoredOutcome } from './restored.ts';
import { hasStepList } from './step-list.ts';

const nothing: Result = { deliveries: [] };

/** The service was asked to change something, and what came of that could not be kept. It must not be asked again. */
export class OutcomeNotStored extends Error {
  override readonly name = 'OutcomeNotStored';
}

/** The audit log lacks something that an approved change rests on, so it has to wait for that. */
export class ApprovalNotLogged extends Error {
  override readonly name = 'ApprovalNotLogged';
}

/** The time of a step has not come by the clock of this worker, which can be behind that of the sweeper. */
export class NotDue extends Error {
  override readonly name = 'NotDue';
}

interface ApprovedStep {
  readonly change: Change;
  readonly changeStep: ChangeStep;
}

/**
 * Executes a step of an approved change, once everything that it rests on was checked again. A rejection other than
 * `OutcomeNotStored` means that nothing was sent, so that the job may come again: it is still to be done.
 */
export async function execute(job: Execute, deps: ApprovedRunDependencies): Promise<Result> {
  const found = await stepFor(job, deps);
  if ('result' in found) return found.result;
  const { change, changeStep } = found;
  if (isRestored(change, deps)) return closeRestoredStep(change, job, deps);
  if (!(await isApprovalLogged(change, changeStep, deps))) throw new ApprovalNotLogged(job.id);

  const fail = (answer: Answer): Promise<Result> =>
    closeStep(change, job.index, { kind: 'failed', answer, job: job.id }, deps);
  const prepared = preparedStep(change.steps, job.index);
  if (!prepared) return fail([failed(changedInNewVersion('command', 'Request it again.'))]);
  const authority = await authorityOf(change, deps);
  if (authority.whyEnded) return fail([failed(`${authority.whyEnded} Nothing was changed.`)]);
  let evaluation: ChangeEvaluation;
  let evaluationToRun: ChangeEvaluation;
  try {
    const options = {
      undoes: [changeStep.step.undoes],
      known: [changeStep.step],
      earlier: changeStep.step.after === undefined ? [] : change.steps.slice(0, job.index),
    };
    evaluation = await evaluateChange([prepared], change.replyTo, deps, options);
    const toRun = withEarlierResults(prepared, change.steps);
    evaluationToRun = toRun ? await evaluateChange([toRun], change.replyTo, deps, options) : evaluation;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return fail(explain(error));
  }
  const approvedBasis = change.judgement.basis.slice(job.index, job.index + 1);
  if (!isUnchanged(approvedBasis, evaluation.basis)) {
    const changes = await changesSince(change, evaluation, deps, job.index);
    return outdated(change, outdatedFor(changes), job, deps);
  }
  // What is approved and too late is ended by the sweeper; what was begun and not sent, by nobody else.
  if (change.status === 'running' && deps.clock() >= change.expires) return fail([failed(tooLate)]);
  const { evaluation: noted, forget } = await noteOpening(changeStep, evaluationToRun, deps);
  const lacking = lackingNow(change, authority, noted, deps);
  if (lacking) {
    await forget();
    return fail(lacking);
  }
  const begun = await deps.changes.change(job.change, (current) => begin(current, job.index, deps.clock()));
  if ('refused' in begun) {
    await forget();
    return nothing;
  }
  if (isFirstBegun(begun.change) && !looksSame(begun.change, change)) await show(begun.change, deps);
  const execution = await executeStep(changeStep, evaluationToRun.steps[0], job, deps).catch(
    async (error: unknown) => {
      await forget();
      throw error;
    },
  );
  if (execution.kind === 'ended' && execution.outcome.kind === 'failed') await forget();
  return resultOf(execution, begun.change, job, deps);
}

/** Whether one step of a request has begun alone: of steps that begin at once, only the first one shows that the request runs. */
const isFirstBegun = ({ steps }: Change): boolean =>
  steps.filter(({ begun }) => begun !== undefined).length === 1;

/** The step that a job executes; a result where there is nothing left to execute. */
async function stepFor(
  job: Execute,
  deps: TransitionDependencies,
): Promise<ApprovedStep | { readonly result: Result }> {
  const change = await deps.changes.get(job.change);
  const changeStep = change && stepsOf(change)[job.index];
  if (!changeStep) return { result: nothing };
  const { outcome } = changeStep.step;
  if (outcome) return { result: outcome.job === job.id ? closed(change, job.index, job.id, deps) : nothing };
  if (change.ended) return { result: change.ended.job === job.id ? ended(change, deps) : nothing };
  if (dueSteps(change, deps.clock()).some(({ index }) => index === job.index)) return { change, changeStep };
  throw new NotDue(job.id);
}

/**
 * What a step was evaluated against has changed. A request of one step is outdated; of several, only that step has failed, since
 * the others may have begun.
 */
async function outdated(
  change: Change,
  why: ReturnType<typeof outdatedFor>,
  job: Execute,
  deps: TransitionDependencies,
): Promise<Result> {
  if (change.steps.length > 1)
    return closeStep(change, job.index, { kind: 'failed', ...why, job: job.id }, deps);
  const transitioned = await deps.changes.change(change.id, (current) =>
    markOutdated(current, 'approved', { job: job.id, ...why }, deps.clock()),
  );
  return 'refused' in transitioned ? nothing : ended(transitioned.change, deps);
}

/** Nothing of a restored request is sent: it ends as a whole or, if steps of it have started, only the step of the job. */
async function closeRestoredStep(
  change: Change,
  job: Execute,
  deps: TransitionDependencies,
): Promise<Result> {
  const transitioned = await deps.changes.change(change.id, (current) =>
    closeRestored(current, job.id, deps.clock()),
  );
  if ('change' in transitioned) return ended(transitioned.change, deps);
  return closeStep(change, job.index, restoredOutcome(job.id), deps);
}

async function resultOf(
  execution: Execution,
  change: Change,
  job: Execute,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  if (execution.kind === 'tracked') {
    const { delivery } = execution;
    return {
      deliveries: [hasStepList(change) ? { kind: 'track', followUp: delivery.followUp } : delivery],
    };
  }
  try {
    return await closeStep(change, job.index, execution.outcome, deps);
  } catch {
    throw new OutcomeNotStored(job.id);
  }
}

/**
 * The worker died on a step of an approved change. Undefined where nothing was sent, for then it may be executed; what may
 * have been sent is not sent again, and what was found out stands.
 */
export async function abandon(
  job: Execute,
  deps: TransitionDependencies & EvidenceDependencies & EndOfUnknownDependencies,
): Promise<Result | undefined> {
  const found = await stepFor(job, deps);
  if ('result' in found) return found.result;
  const { change, changeStep } = found;
  if (change.status === 'approved' || !(await isStarted(changeStep, deps))) return undefined;
  const { answer, ...end } = await endOfUnknown(changeStep, deps);
  const unknown = { ...end, kind: 'unknown', answer: [...outcomeUnknown, ...answer], job: job.id } as const;
  return closeStep(change, job.index, unknown, deps);
}
