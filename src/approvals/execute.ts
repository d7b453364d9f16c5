import { auditEntry } from '../audit-log/entries.ts';
import {
  type ChangeEvaluation,
  differences,
  evaluateChange,
  isUnchanged,
} from '../changes/evaluate-change.ts';
import { type EvidenceDependencies, executeStep, isStarted } from '../changes/execute-step.ts';
import { preparedSteps } from '../changes/prepare-change.ts';
import { type Answer, count, failed, note, person } from '../core/answer.ts';
import type { Approval, Due } from '../core/approval.ts';
import { endEvents } from '../core/audit-log.ts';
import { type ChangeStep, type StepOutcome, stepsOf } from '../core/change.ts';
import { changedInNewVersion } from '../core/new-version.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { peopleFor } from '../policy/people.ts';
import { explain, isExpected } from '../requests/describe-error.ts';
import type { EvaluatedStep } from '../requests/evaluate-in.ts';
import type { Execute } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import type { ApprovedRunDependencies, TransitionDependencies } from './approval-dependencies.ts';
import { ended, outdatedFor } from './approval-result.ts';
import { type Authority, authorityOf } from './authority.ts';
import { isApprovalLogged } from './enqueue-execution.ts';
import { looksSame, show } from './notify.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import { begin, end, markOutdated } from './transitions/running.ts';

const nothing: Result = { deliveries: [] };

/** The service was asked to change something, and what came of that could not be kept. It must not be asked again. */
export class OutcomeNotStored extends Error {
  override readonly name = 'OutcomeNotStored';
}

/** The audit log lacks something that an approved change rests on, so it has to wait for that. */
export class ApprovalNotLogged extends Error {
  override readonly name = 'ApprovalNotLogged';
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
  if (!(await isApprovalLogged(approval, deps))) throw new ApprovalNotLogged(job.id);

  const fail = (answer: Answer): Promise<Result> =>
    closeStep(approval, job.index, { kind: 'failed', answer, job: job.id }, deps);
  const prepared = preparedSteps([changeStep.step]);
  if (!prepared) return fail([failed(changedInNewVersion('command', 'Request it again.'))]);
  const authority = await authorityOf(approval, deps);
  if (authority.whyEnded) return fail([failed(`${authority.whyEnded} Nothing was changed.`)]);
  let evaluation: ChangeEvaluation;
  try {
    evaluation = await evaluateChange(prepared, approval.replyTo, deps, {
      undoes: approval.undoes?.subject,
      timings: [changeStep.step],
    });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return fail(explain(error));
  }
  const approvedBasis = approval.basis.slice(job.index, job.index + 1);
  if (!isUnchanged(approvedBasis, evaluation.basis)) {
    return outdated(approval, outdatedFor(differences(approvedBasis, evaluation.basis)), job, deps);
  }
  const lacking = lackingNow(approval, authority, evaluation, deps);
  if (lacking) return fail(lacking);

  // What is approved and too late is ended by the sweeper; what was begun and not sent, by nobody else.
  if (approval.phase === 'running' && deps.clock() >= approval.expires)
    return fail([failed('It expired before it could run. Nothing was changed.')]);
  const begun = await deps.approvals.change(job.approval, (current) => begin(current, deps.clock()));
  if ('refused' in begun) return nothing;
  if (!looksSame(begun.approval, approval)) await show(begun.approval, deps);
  return run({ approval: begun.approval, changeStep }, evaluation.steps[0], job, deps);
}

/** The step that a job executes; a result where there is nothing left to execute. */
async function stepFor(
  job: Execute,
  deps: TransitionDependencies,
): Promise<ApprovedStep | { readonly result: Result }> {
  const approval = await deps.approvals.get(job.approval);
  const changeStep = approval && stepsOf(approval)[job.index];
  if (!changeStep) return { result: nothing };
  if (approval.ended) return { result: approval.ended.job === job.id ? ended(approval, deps) : nothing };
  const { outcome } = changeStep.step;
  if (!outcome) return { approval, changeStep };
  return { result: outcome.job === job.id ? outcomeLogged(changeStep, outcome, deps) : nothing };
}

/** The ground of an approved step has shifted: its request is outdated, unless other steps of it have begun. */
async function outdated(
  approval: Approval,
  why: ReturnType<typeof outdatedFor>,
  job: Execute,
  deps: TransitionDependencies,
): Promise<Result> {
  if (approval.steps.length > 1 && approval.phase === 'running')
    return closeStep(approval, job.index, { kind: 'failed', ...why, job: job.id }, deps);
  const transitioned = await deps.approvals.change(approval.id, (current) =>
    markOutdated(current, 'approved', { job: job.id, ...why }, deps.clock()),
  );
  return 'refused' in transitioned ? nothing : ended(transitioned.approval, deps);
}

async function run(
  { approval, changeStep }: ApprovedStep,
  evaluated: EvaluatedStep,
  job: Execute,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const execution = await executeStep(changeStep, evaluated, job, deps);
  if (execution.kind === 'tracked') return { deliveries: [execution.delivery] };
  try {
    return await closeStep(approval, job.index, execution.outcome, deps);
  } catch {
    throw new OutcomeNotStored(job.id);
  }
}

/**
 * Ends a step of an approved change, and with the last one the request, for all to see. What another job has ended before
 * stays so, but is logged as it was found out.
 */
export async function closeStep(
  approval: Approval,
  index: number,
  outcome: StepOutcome,
  deps: TransitionDependencies,
  notified: readonly Due[] = [],
): Promise<Result> {
  const transitioned = await deps.approvals.change(approval.id, (current) =>
    end(current, [index], outcome, deps.clock()),
  );
  if ('approval' in transitioned && transitioned.approval.ended)
    return ended(transitioned.approval, deps, notified);
  const changeStep = stepsOf(approval)[index];
  return changeStep ? outcomeLogged(changeStep, outcome, deps) : nothing;
}

const outcomeLogged = (
  changeStep: ChangeStep,
  { kind, note: why }: StepOutcome,
  deps: Pick<TransitionDependencies, 'clock'>,
): Result => ({
  deliveries: [],
  entries: [auditEntry(endEvents[kind], changeStep, deps, why ? { note: why } : {})],
});

/**
 * The worker died on a step of an approved change. Undefined where nothing was sent, for then it may be executed; what may
 * have been sent is not sent again, and what was found out stands.
 */
export async function abandon(
  job: Execute,
  deps: TransitionDependencies & EvidenceDependencies,
): Promise<Result | undefined> {
  const found = await stepFor(job, deps);
  if ('result' in found) return found.result;
  const { approval, changeStep } = found;
  if (approval.phase === 'approved' || !(await isStarted(changeStep, deps))) return undefined;
  return closeStep(approval, job.index, { kind: 'unknown', answer: outcomeUnknown, job: job.id }, deps);
}

/** What an approved change lacks by today's policy and today's voters; undefined where it may run. */
function lackingNow(
  { steps, votes, approvers: requested }: Approval,
  { lapsed, approvers }: Authority,
  { decision }: ChangeEvaluation,
  { policy }: Pick<ApprovedRunDependencies, 'policy'>,
): Answer | undefined {
  if (decision.kind === 'deny')
    return [failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)];
  if (votes.some(({ breakGlass }) => breakGlass)) return undefined;
  const gone = [...lapsed].map(([voter, why]) =>
    note('The approval of ', person(voter), ` doesn’t count: ${why}`),
  );
  // A step alone can need fewer approvals than all steps together, so what they needed when they were requested counts.
  const minApprovers = steps.length > 1 ? requested : 1;
  const [needed, accounts] =
    decision.kind === 'requestApproval'
      ? [Math.max(decision.approvers, minApprovers), decision.accounts]
      : [minApprovers, steps.map(({ account }) => account)];
  const without = accounts.find(
    (account) => !approvers.some((approver) => mayApprove(approver, account, policy)),
  );
  if (without !== undefined && approvers.length > 0) {
    const why = `Nobody who may approve in account ${without} has approved. Nothing was changed.`;
    return [failed(why), ...gone, askOneOf(peopleFor('approve', without, policy))];
  }
  if (approvers.length >= needed) return undefined;
  const counted = `${count(needed, 'approval')} needed, and ${approvers.length} still counted.`;
  return [failed(`${counted} Nothing was changed.`), ...gone];
}
