import type { Text } from '../../answer/answer.ts';
import { refusedEntries } from '../../audit-log/append-entries.ts';
import { auditEntries } from '../../audit-log/entries.ts';
import type { ChangePlan, RequestedChange } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { canExclude } from '../../change/model/exclude-steps.ts';
import type { Step } from '../../change/model/step.ts';
import { readPlan } from '../../command-line/plan-steps.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import { deniedBeforeLookUp } from '../../evaluate/denied-before-look-up.ts';
import { expandTargets } from '../../evaluate/expand-targets.ts';
import { timingsOf } from '../../evaluate/resolve-timing.ts';
import { denied } from '../../evaluate/who-can.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { ApprovalRequired, Denial } from '../../policy/decide.ts';
import type { Job } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import type { Timing } from '../../time/timing.ts';
import { type ChangeEvaluation, evaluateChange, nobodyLeft, stepsFrom } from '../prepare/evaluate-change.ts';
import { missingInRequest } from '../prepare/missing-in-request.ts';
import { changePlan, inOrder, withIrreversible } from '../views/describe-plan.ts';
import type { Previewed } from '../views/preview.ts';
import { afterFreeze } from './after-freeze.ts';
import { offerInRunbook } from './offer-in-runbook.ts';
import { tooManyOpen } from './request-approval.ts';

/** Properties of a step besides its command: the step that it depends on, and the one that it undoes or retries. */
type StepLinks = Pick<Step, 'after' | 'undoes' | 'retries'>;

/** A requested change before its names are looked up. */
export interface Requested {
  readonly prepared: NonEmpty<Prepared<Context>>;
  /** For a plan, the command that stands for all steps. */
  readonly plan?: Prepared<Context>;
  /** Properties of its steps besides their commands, by index. */
  readonly known?: readonly StepLinks[];
  /** For steps of an earlier request: start and end of each, and their plan. */
  readonly stored?: { readonly timings: readonly Timing[]; readonly plan?: ChangePlan | undefined };
  /** The parts that the Undo does not restore. */
  readonly warnings?: readonly Text[];
}

/** A requested change with its names looked up, the policy's decision, and the content of its preview. */
export interface EvaluatedRequest {
  readonly requested: Requested;
  readonly change: RequestedChange;
  readonly evaluation: ChangeEvaluation;
  readonly shown: Previewed;
}

/** The properties of a job that requests a change. */
export type RequestingJob = Pick<Job, 'id' | 'team' | 'replyTo' | 'through'>;

/** Returns the steps of a request: those of its plan, or itself. */
export function changeFrom(prepared: Prepared<Context>): Requested {
  const reading = prepared.plan && readPlan(prepared.plan, prepared.raw);
  return reading && 'prepared' in reading
    ? { prepared: reading.prepared, plan: prepared }
    : { prepared: [prepared] };
}

/** Looks up what a request is about, and asks the policy. Reads only. Rejects with a `UserError` where it can't be made. */
export async function evaluateRequested(
  requested: Requested,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<ChangeEvaluation> {
  const { prepared, plan, known = [], stored } = requested;
  const [only, ...others] = prepared;
  const steps = plan || others.length > 0 ? prepared : await expandTargets(only, replyTo, deps);
  const timings = stored?.timings ?? (await timingsOf(steps, replyTo, deps));
  const knownSteps = mapNonEmpty(steps, (_, index) => ({ ...timings[index], ...known[index] }));
  return evaluateChange(steps, replyTo, deps, {
    undoes: knownSteps.map(({ undoes }) => undoes),
    known: plan ? inOrder(knownSteps) : knownSteps,
    ifNoOp: plan || known.some(({ after }) => after !== undefined) ? 'refuse' : 'exclude',
    findsTwins: true,
  }).catch((error: unknown) => {
    throw offerInRunbook(error, requested);
  });
}

/** Evaluates a requested change, with what is stored and shown of it. Rejects as `evaluateRequested`. */
export async function evaluateRequest(
  requested: Requested,
  { id, team, replyTo, through }: RequestingJob,
  deps: ContextDependencies,
): Promise<EvaluatedRequest> {
  const { prepared, plan, stored, warnings = [] } = requested;
  const { reason, ticket } = plan ?? prepared[0];
  const evaluation = await evaluateRequested(requested, replyTo, deps);
  const change: RequestedChange = {
    id,
    requester: replyTo.person,
    team,
    replyTo,
    steps: stepsFrom(evaluation),
    reason,
    ticket,
    plan: withIrreversible(plan ? changePlan(plan) : stored?.plan, evaluation.steps),
    ...(through && { through }),
  };
  const shown: Previewed = {
    ...evaluation,
    warnings: [...nobodyLeft(evaluation, deps.policy), ...warnings, ...evaluation.excluded],
    change,
    ...(!commandShown(requested) && !isUndo(requested) && { options: plan ?? prepared[0] }),
    ticks: isTicked(change),
    undoes: isUndo(requested),
  };
  return { requested, change, evaluation, shown };
}

/** Returns whether its requester can untick some of the steps. */
export const isTicked = ({ steps, plan }: RequestedChange): boolean => !plan && canExclude(steps);

/** Returns the command that requests the whole change; undefined for an Undo, and for steps without a common command. */
export function lineOf(requested: Requested): string | undefined {
  const { plan, stored, prepared } = requested;
  if (isUndo(requested)) return undefined;
  return plan ? plan.line : prepared.length > 1 ? stored?.plan?.line : prepared[0].line;
}

/** Returns the typed command, if a single one requests the whole change with its own times. */
const typedIn = ({ plan, stored, prepared: [first, ...others] }: Requested): Prepared<Context> | undefined =>
  plan ?? (stored || others.length > 0 ? undefined : first);

/** Returns the command for a preview; undefined for an Undo, which nobody typed, and a written plan, which has many lines. */
export const commandShown = (requested: Requested): string | undefined =>
  isUndo(requested) || (requested.plan?.plan && requested.plan.plan.name === undefined)
    ? undefined
    : lineOf(requested);

/** Returns whether a change is an Undo. */
const isUndo = ({ known = [] }: Requested): boolean => known.some(({ undoes }) => undoes);

/**
 * Refuses a change in an account that its requester may not view, before a name is looked up, so the answer doesn't reveal
 * whether the name exists. Undefined for any other change.
 */
export async function refuseUnseen(
  { prepared, plan }: Requested,
  job: RequestingJob,
  deps: ContextDependencies,
): Promise<Result | undefined> {
  const found = await deniedBeforeLookUp('change', prepared, job.replyTo, deps);
  if (!found) return undefined;
  const { account, denial } = found;
  const { operation } = plan ?? prepared[0];
  return {
    ...ephemeral(denied(denial)),
    entries: await refusedEntries({ operation, account }, job, denial.why, deps),
  };
}

/** Refuses a change that the policy denies, with the reason and the possible next steps. */
export function refuseDenied(
  { requested, change }: EvaluatedRequest,
  decision: Denial,
  deps: Pick<ContextDependencies, 'clock'>,
): Result {
  const later = isUndo(requested) ? [] : afterFreeze(decision, typedIn(requested), deps.clock());
  return {
    ...ephemeral([...denied(decision), ...later]),
    entries: auditEntries('refused', change, deps, { note: decision.why }),
  };
}

/** Resolves to the reason why the approval of a change can't be requested now, or undefined. */
export const whyNotRequested = async (
  change: RequestedChange,
  decision: ApprovalRequired,
  deps: { readonly changes: Pick<Changes, 'openOf' | 'get'> },
): Promise<string | undefined> =>
  missingInRequest(change, decision) ?? (await tooManyOpen(change.requester, change.id, deps));
