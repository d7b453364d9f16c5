import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';
import { openedAtEnd, type Rule, withRuleContent } from '../core/network-change.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Opening } from '../core/openings.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import { lastsOf, startTime, type Timing } from '../core/timing.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { type Decision, decide, type RequestedStep } from '../policy/decide.ts';
import { may, type Person, whoMay } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import { opens, type Scored } from '../policy/together.ts';
import { refusalOf } from './refused-steps.ts';
import { askOneOf } from './who-can.ts';

/** One step of a request, and the context of its account. */
export interface StepInContext {
  readonly prepared: Prepared<Context>;
  readonly context: Context;
  /** When it starts and ends; undefined: at once and never. */
  readonly timing?: Timing | undefined;
}

/** One step of a request with its names looked up. */
export interface EvaluatedStep extends StepInContext {
  readonly plan: Plan;
  /** The firewall rules that a change of them is compared with; empty for all else. */
  readonly rules: readonly Rule[];
}

/** A request with its names looked up, and what the policy decides about all of it, right now. */
export interface Evaluation {
  readonly requester: Person;
  readonly steps: NonEmpty<EvaluatedStep>;
  readonly decision: Decision;
}

/** What a person opened: within the last hour, and all that is open or was within the last hour. */
export interface OpenedLately {
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
): Promise<Evaluation> {
  const [requester, steps] = await Promise.all([asking, evaluateSteps(request, asking, policy)]);
  return { requester, steps, decision: await decideIn({ requester, steps }, policy, openedBy) };
}

/** What the policy decides about steps that are looked up, right now. */
export async function decideIn(
  { requester, steps }: Pick<Evaluation, 'requester' | 'steps'>,
  policy: Policy,
  openedBy: OpenedBy,
): Promise<Decision> {
  const requested = steps.flatMap((step) => [requestedStep(step), ...endOf(step)]);
  const opened = requested.some(opens) ? await openedBy(requester.id) : undefined;
  return decide({ requester, steps: requested, ...opened }, policy);
}

/** What the policy decides about of a step. */
function requestedStep({ prepared, context, plan, rules, timing }: EvaluatedStep): RequestedStep {
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
function endOf(step: EvaluatedStep): readonly RequestedStep[] {
  const networkChange = step.timing?.ends && openedAtEnd(step.plan);
  if (!networkChange) return [];
  const requested = requestedStep({ ...step, plan: { ...step.plan, networkChange } });
  return [{ ...requested, lasts: undefined, targets: [], isEnd: true }];
}

/** All steps; where some of them can't be made, rejects with what is wrong with each. */
async function evaluateSteps(
  request: NonEmpty<StepInContext>,
  asking: Promise<Person>,
  policy: Policy,
): Promise<NonEmpty<EvaluatedStep>> {
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
  { prepared, context, timing }: StepInContext,
  asking: Promise<Person>,
  policy: Policy,
): Promise<EvaluatedStep> {
  const plan = await forReaders(prepared.resolve(context), asking, context.service.alias, policy);
  const rules = plan.networkChange ? await context.rulesAt(plan.networkChange.scope) : [];
  return { prepared, context, timing, plan, rules };
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

const mayNotRead = (account: string, policy: Policy): UserError =>
  new UserError(`You don’t have permission to view ${account}.`, {
    details: [askOneOf(whoMay('read', account, policy))],
  });
