import { type Answer, failed } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import type { Approval } from '../change/model/approval.ts';
import { type ChangeStep, dueSteps, stepsOf } from '../change/model/change.ts';
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
  readonly approval: Approval;
  readonly changeStep: ChangeStep;
}

/**
 * Executes a step of an approved change, once everything that it rests on was checked again. A rejection other than
 * `OutcomeNotStored` means that nothing was sent, so that the job may come again: it is still to be done.
 */
export async function execute(job: Execute, deps: ApprovedRunDependencies): Promise<Result> {
  const found = await stepFor(job, deps);
  if ('result' in found) return found.result;
  const { approval, changeStep } = found;
  if (isRestored(approval, deps)) return closeRestoredStep(approval, job, deps);
  if (!(await isApprovalLogged(approval, changeStep, deps))) throw new ApprovalNotLogged(job.id);

  const fail = (answer: Answer): Promise<Result> =>
    closeStep(approval, job.index, { kind: 'failed', answer, job: job.id }, deps);
  const prepared = preparedStep(approval.steps, job.index);
  if (!prepared) return fail([failed(changedInNewVersion('command', 'Request it again.'))]);
  const authority = await authorityOf(approval, deps);
  if (authority.whyEnded) return fail([failed(`${authority.whyEnded} Nothing was changed.`)]);
  let evaluation: ChangeEvaluation;
  let evaluationToRun: ChangeEvaluation;
  try {
    const options = {
      undoes: [changeStep.step.undoes],
      known: [changeStep.step],
      earlier: changeStep.step.after === undefined ? [] : approval.steps.slice(0, job.index),
    };
    evaluation = await evaluateChange([prepared], approval.replyTo, deps, options);
    const toRun = withEarlierResults(prepared, approval.steps);
    evaluationToRun = toRun ? await evaluateChange([toRun], approval.replyTo, deps, options) : evaluation;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return fail(explain(error));
  }
  const approvedBasis = approval.basis.slice(job.index, job.index + 1);
  if (!isUnchanged(approvedBasis, evaluation.basis)) {
    const changes = await changesSince(approval, evaluation, deps, job.index);
    return outdated(approval, outdatedFor(changes), job, deps);
  }
  // What is approved and too late is ended by the sweeper; what was begun and not sent, by nobody else.
  if (approval.phase === 'running' && deps.clock() >= approval.expires) return fail([failed(tooLate)]);
  const { evaluation: noted, forget } = await noteOpening(changeStep, evaluationToRun, deps);
  const lacking = lackingNow(approval, authority, noted, deps);
  if (lacking) {
    await forget();
    return fail(lacking);
  }
  const begun = await deps.approvals.change(job.approval, (current) =>
    begin(current, job.index, deps.clock()),
  );
  if ('refused' in begun) {
    await forget();
    return nothing;
  }
  if (isFirstBegun(begun.approval) && !looksSame(begun.approval, approval)) await show(begun.approval, deps);
  const execution = await executeStep(changeStep, evaluationToRun.steps[0], job, deps).catch(
    async (error: unknown) => {
      await forget();
      throw error;
    },
  );
  if (execution.kind === 'ended' && execution.outcome.kind === 'failed') await forget();
  return resultOf(execution, begun.approval, job, deps);
}

/** Whether one step of a request has begun alone: of steps that begin at once, only the first one shows that the request runs. */
const isFirstBegun = ({ steps }: Approval): boolean =>
  steps.filter(({ begun }) => begun !== undefined).length === 1;

/** The step that a job executes; a result where there is nothing left to execute. */
async function stepFor(
  job: Execute,
  deps: TransitionDependencies,
): Promise<ApprovedStep | { readonly result: Result }> {
  const approval = await deps.approvals.get(job.approval);
  const changeStep = approval && stepsOf(approval)[job.index];
  if (!changeStep) return { result: nothing };
  const { outcome } = changeStep.step;
  if (outcome)
    return { result: outcome.job === job.id ? closed(approval, job.index, job.id, deps) : nothing };
  if (approval.ended) return { result: approval.ended.job === job.id ? ended(approval, deps) : nothing };
  if (dueSteps(approval, deps.clock()).some(({ index }) => index === job.index))
    return { approval, changeStep };
  throw new NotDue(job.id);
}

/**
 * What a step was evaluated against has changed. A request of one step is outdated; of several, only that step has failed, since
 * the others may have begun.
 */
async function outdated(
  approval: Approval,
  why: ReturnType<typeof outdatedFor>,
  job: Execute,
  deps: TransitionDependencies,
): Promise<Result> {
  if (approval.steps.length > 1)
    return closeStep(approval, job.index, { kind: 'failed', ...why, job: job.id }, deps);
  const transitioned = await deps.approvals.change(approval.id, (current) =>
    markOutdated(current, 'approved', { job: job.id, ...why }, deps.clock()),
  );
  return 'refused' in transitioned ? nothing : ended(transitioned.approval, deps);
}

/** Nothing of a restored request is sent: it ends as a whole or, if steps of it have started, only the step of the job. */
async function closeRestoredStep(
  approval: Approval,
  job: Execute,
  deps: TransitionDependencies,
): Promise<Result> {
  const transitioned = await deps.approvals.change(approval.id, (current) =>
    closeRestored(current, job.id, deps.clock()),
  );
  if ('approval' in transitioned) return ended(transitioned.approval, deps);
  return closeStep(approval, job.index, restoredOutcome(job.id), deps);
}

async function resultOf(
  execution: Execution,
  approval: Approval,
  job: Execute,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  if (execution.kind === 'tracked') {
    const { delivery } = execution;
    return {
      deliveries: [hasStepList(approval) ? { kind: 'track', followUp: delivery.followUp } : delivery],
    };
  }
  try {
    return await closeStep(approval, job.index, execution.outcome, deps);
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
  const { approval, changeStep } = found;
  if (approval.phase === 'approved' || !(await isStarted(changeStep, deps))) return undefined;
  const { answer, ...end } = await endOfUnknown(changeStep, deps);
  const unknown = { ...end, kind: 'unknown', answer: [...outcomeUnknown, ...answer], job: job.id } as const;
  return closeStep(approval, job.index, unknown, deps);
}
