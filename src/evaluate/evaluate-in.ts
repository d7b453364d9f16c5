import type { Text } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { endTarget } from '../change/model/ending.ts';
import type { EndingChange } from '../change/model/ending-change.ts';
import { endId } from '../change/model/ids.ts';
import type { Opening } from '../change/model/openings.ts';
import type { Step } from '../change/model/step.ts';
import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import { readStepReference } from '../core/step-reference.ts';
import { type Rule, withRuleContent } from '../network/network-change.ts';
import { openedAtEnd } from '../network/opens-access.ts';
import type { Plan, Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { type Decision, decide, type RequestedStep } from '../policy/decide.ts';
import { may, type Person, whoMay } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import { opens, type Scored } from '../policy/together.ts';
import { lastsOf, startTime, type Timing } from '../time/timing.ts';
import { type IfAlreadySo, withoutAlreadySo } from './already-so.ts';
import { endsMetBy, withSuperseded } from './ends-met.ts';
import { refusalOf } from './refused-steps.ts';
import { askOneOf } from './who-can.ts';

/** What is known of a step besides its command: when it starts and ends, what it undoes or retries, and the step that it waits for. */
export type KnownStep = Timing & Pick<Step, 'undoes' | 'retries' | 'after'>;

/** What is looked at of the steps before another one. */
type StepBefore = Pick<Step, 'targets' | 'outcome'>;

/** One step of a request, and the context of its account. */
export interface StepInContext {
  readonly prepared: Prepared<Context>;
  readonly context: Context;
  /** If undefined: it starts at once, never ends, undoes nothing and waits for no other. */
  readonly known?: KnownStep | undefined;
}

/** One step of a request with its names looked up. */
export interface EvaluatedStep extends StepInContext {
  readonly plan: Plan;
  /** The firewall rules that a change of them is compared with; empty for all else. */
  readonly rules: readonly Rule[];
  /** The steps that are made before it, if it waits for one. */
  readonly before: readonly StepBefore[];
  /** The ends that it supersedes, since it is decided for good. */
  readonly superseded: readonly EndingChange[];
}

/** How a request is evaluated. */
export interface EvaluateOptions {
  /** The steps before the only one that is evaluated, for a step of a plan. */
  readonly earlier?: readonly StepBefore[] | undefined;
  /** If undefined, a step that would change nothing is evaluated as any other, and its plan says so. */
  readonly ifAlreadySo?: IfAlreadySo | undefined;
}

/** A request with its names looked up, and what the policy decides about all of it, right now. */
export interface Evaluation {
  readonly requester: Person;
  readonly steps: NonEmpty<EvaluatedStep>;
  readonly decision: Decision;
  /** Said of the steps that were excluded, since they would change nothing. */
  readonly excluded: readonly Text[];
}

/** What a person opened: within the last hour, and all that is open or was within the last hour. */
interface OpenedLately {
  readonly earlier: readonly Scored[];
  readonly openBefore: readonly Opening[];
}

/** Reads what a person opened. */
export type OpenedBy = (requester: string) => Promise<OpenedLately>;

/**
 * Looks up the names and firewall policies that a request is about, then asks the policy. Reads only. A person without the
 * right to read there doesn't learn what a name can mean.
 */
export async function evaluateIn(
  request: NonEmpty<StepInContext>,
  asking: Promise<Person>,
  policy: Policy,
  openedBy: OpenedBy,
  { earlier, ifAlreadySo }: EvaluateOptions = {},
): Promise<Evaluation> {
  const [requester, resolved] = await Promise.all([asking, evaluateSteps(request, asking, policy)]);
  const all = mapNonEmpty(resolved, (step, index) =>
    withCreatedTraffic(behind(step, stepsBefore(resolved, index, earlier)), resolved),
  );
  const decision = await decideIn({ requester, steps: all }, policy, openedBy);
  // A person without the right to it doesn't learn how things are.
  if (decision.kind === 'deny') {
    const steps = mapNonEmpty(all, (step): EvaluatedStep => ({ ...step, superseded: [] }));
    return { requester, steps, decision, excluded: [] };
  }
  const met = await endsMetBy(all);
  const changing = mapNonEmpty(all, (step, index) => withSuperseded(step, met[index] ?? []));
  if (!ifAlreadySo) return { requester, steps: changing, decision, excluded: [] };
  const { steps, excluded } = withoutAlreadySo(changing, ifAlreadySo);
  if (excluded.length === 0) return { requester, steps, decision, excluded };
  return { requester, steps, decision: await decideIn({ requester, steps }, policy, openedBy), excluded };
}

type ResolvedStep = Omit<EvaluatedStep, 'before' | 'superseded'>;

/** A step with those before it. */
type StepInOrder = Omit<EvaluatedStep, 'superseded'>;

const stepsBefore = (
  steps: readonly ResolvedStep[],
  index: number,
  earlier: readonly StepBefore[] | undefined,
): readonly StepBefore[] =>
  earlier ?? (steps[index]?.known?.after === undefined ? [] : steps.slice(0, index).map(({ plan }) => plan));

/**
 * A step with those before it. The present state of a resource that one of them changes says nothing of the state in which this
 * one finds it. Nor is an Undo refused where there is nothing to undo: whether it fits is found out in another way.
 */
function behind(step: ResolvedStep, before: readonly StepBefore[]): StepInOrder {
  const { plan } = step;
  const changed = new Set(before.flatMap(({ targets }) => targets));
  if (plan.targets.some((target) => changed.has(target)))
    return { ...step, before, plan: { ...plan, title: plan.laterTitle ?? plan.title, already: undefined } };
  return { ...step, before, plan: step.known?.undoes ? { ...plan, already: undefined } : plan };
}

/** A step that is about a firewall policy which another step of its plan creates, with the traffic of that policy. */
function withCreatedTraffic(step: StepInOrder, steps: readonly ResolvedStep[]): StepInOrder {
  const { networkChange } = step.plan;
  if (!networkChange || networkChange.change === 'updates' || !('rule' in networkChange.traffic)) return step;
  const created = readStepReference(networkChange.traffic.rule);
  const traffic = created && steps[created.step - 1]?.plan.networkChange?.traffic;
  return traffic ? { ...step, plan: { ...step.plan, networkChange: { ...networkChange, traffic } } } : step;
}

/** What the policy decides about steps that are looked up, right now. */
export async function decideIn(
  { requester, steps }: { readonly requester: Person; readonly steps: NonEmpty<StepInOrder> },
  policy: Policy,
  openedBy: OpenedBy,
): Promise<Decision> {
  const requested = steps.flatMap((step) => [requestedStep(step), ...endOf(step)]);
  const opened = requested.some(opens) ? await openedBy(requester.id) : undefined;
  // What an extension prolongs counts from when it was done, which is a little later than when it was sent.
  const prolonged = new Set(requested.flatMap(({ targets }) => targets));
  const openBefore = opened?.openBefore.filter(({ step }) => !prolonged.has(endTarget(endId(step))));
  return decide({ requester, steps: requested, ...opened, openBefore }, policy);
}

/** What the policy decides about of a step. */
function requestedStep({ prepared, context, plan, rules, known: timing }: StepInOrder): RequestedStep {
  const { networkChange, targets, judgedAs } = plan;
  const { risk, needs } = judgedAs ?? prepared.operation;
  const now = context.clock();
  return {
    risk,
    needs,
    networkChange: networkChange && withRuleContent(networkChange, rules),
    account: context.service.alias,
    openSince: judgedAs ? judgedAs.openSince : startTime(timing, now),
    lasts: judgedAs ? judgedAs.lasts : timing && lastsOf(timing, now),
    isExtension: judgedAs?.openSince !== undefined,
    // What closes something, or moves an end, starts nothing, so a freeze allows it.
    startsAt: judgedAs && !judgedAs.heedsFreeze ? undefined : startTime(timing, now),
    targets,
  };
}

/** What the end of a step opens again: it happens without another vote, so it is judged with the step. */
function endOf(step: StepInOrder): readonly RequestedStep[] {
  const networkChange = step.known?.ends && openedAtEnd(step.plan);
  if (!networkChange) return [];
  const requested = requestedStep({ ...step, plan: { ...step.plan, networkChange } });
  return [{ ...requested, lasts: undefined, targets: [], isEnd: true }];
}

/** All steps; where some of them can't be made, rejects with what is wrong with each. */
async function evaluateSteps(
  request: NonEmpty<StepInContext>,
  asking: Promise<Person>,
  policy: Policy,
): Promise<NonEmpty<ResolvedStep>> {
  const settled = await settleConcurrently(
    request,
    (step) => evaluateStep(step, asking, policy),
    maxConcurrency.rateLimited,
  );
  const refused = settled.flatMap((one, index) =>
    one.status === 'rejected' ? [{ index, error: one.reason }] : [],
  );
  if (refused.length > 0)
    throw refusalOf(
      request.map(({ prepared }) => prepared),
      refused,
    );
  const [first, ...others] = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (!first) throw new Error('a request without steps');
  return [first, ...others];
}

async function evaluateStep(
  { prepared, context, known }: StepInContext,
  asking: Promise<Person>,
  policy: Policy,
): Promise<ResolvedStep> {
  const plan = await forReaders(prepared.resolve(context), asking, context.service.alias, policy);
  const rules = plan.networkChange ? await context.rulesAt(plan.networkChange.scope) : [];
  return { prepared, context, known, plan, rules };
}

/** What was looked up in an account. A person without the right to read there learns nothing of why it failed. */
async function forReaders<Value>(
  lookedUp: Promise<Value>,
  asking: Promise<Person>,
  account: string,
  policy: Policy,
): Promise<Value> {
  try {
    return await lookedUp;
  } catch (error) {
    if (error instanceof UserError && !may('read', await asking, account, policy)) {
      throw mayNotRead(account, policy);
    }
    throw error;
  }
}

/** Said to a person who may not read in an account. */
export const mayNotRead = (account: string, policy: Policy): UserError =>
  new UserError(`You don’t have permission to view ${account}.`, {
    details: [askOneOf(whoMay('read', account, policy))],
  });
