import type { Text } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { endTarget } from '../change/model/ending.ts';
import type { EndingChange } from '../change/model/ending-change.ts';
import { endId } from '../change/model/ids.ts';
import type { Opening } from '../change/model/openings.ts';
import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import { withRuleContent } from '../network/network-change.ts';
import { openedAtEnd } from '../network/opens-access.ts';
import type { Plan } from '../operation/operation.ts';
import { type Decision, decide, type RequestedStep } from '../policy/decide.ts';
import { may, type Person, whoMay } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import { opens, type Scored } from '../policy/together.ts';
import { durationOf, startTime } from '../time/timing.ts';
import { type IfAlreadySo, withoutAlreadySo } from './already-so.ts';
import {
  asFound,
  type FoundStep,
  type ResolvedStep,
  type StepBefore,
  type StepInContext,
} from './as-found.ts';
import { endPutOffBy, endsMetBy, withSuperseded } from './ends-met.ts';
import { refusalOf } from './refused-steps.ts';
import { askOneOf } from './who-can.ts';

/** One step of a request with its names looked up. */
export interface EvaluatedStep extends FoundStep {
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
  const all = asFound(resolved, earlier);
  const decision = await decideIn({ requester, steps: all }, policy, openedBy);
  // A person without the right to it doesn't learn how things are.
  if (decision.kind === 'deny') {
    const steps = mapNonEmpty(all, (step): EvaluatedStep => ({ ...step, superseded: [] }));
    return { requester, steps, decision, excluded: [] };
  }
  const [met, putOff] = await Promise.all([endsMetBy(all), Promise.all(all.map(endPutOffBy))]);
  const changing = mapNonEmpty(all, (step, index) => withSuperseded(step, met[index] ?? [], putOff[index]));
  const { steps, excluded } = ifAlreadySo
    ? withoutAlreadySo(changing, ifAlreadySo)
    : { steps: changing, excluded: [] };
  if (excluded.length === 0 && met.every((ends) => ends.length === 0))
    return { requester, steps, decision, excluded };
  return { requester, steps, decision: await decideIn({ requester, steps }, policy, openedBy), excluded };
}

/** What the policy decides about steps that are looked up, right now. */
export async function decideIn(
  { requester, steps }: { readonly requester: Person; readonly steps: NonEmpty<FoundStep> },
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
function requestedStep({ prepared, context, plan, rules, known: timing }: FoundStep): RequestedStep {
  const { networkChange, targets, evaluatedAs } = plan;
  const { risk, needs } = evaluatedAs ?? prepared.operation;
  const now = context.clock();
  return {
    risk,
    needs,
    networkChange: networkChange && withRuleContent(networkChange, rules),
    account: context.service.alias,
    openSince: evaluatedAs ? evaluatedAs.openSince : startTime(timing, now),
    durationMs: evaluatedAs ? evaluatedAs.durationMs : timing && durationOf(timing, now),
    isExtension: evaluatedAs?.openSince !== undefined,
    // What closes something, or moves an end, starts nothing, so a freeze allows it.
    startsAt: evaluatedAs && !evaluatedAs.subjectToFreeze ? undefined : startTime(timing, now),
    targets,
  };
}

/** What the end of a step opens again: it happens without another vote, so it is judged with the step. */
function endOf(step: FoundStep): readonly RequestedStep[] {
  const networkChange = step.known?.ends && openedAtEnd(step.plan);
  if (!networkChange) return [];
  const requested = requestedStep({ ...step, plan: { ...step.plan, networkChange } });
  return [{ ...requested, durationMs: undefined, targets: [], isEnd: true }];
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

/** A person without the right to read in the account of the step learns nothing of why it failed. */
async function evaluateStep(
  step: StepInContext,
  asking: Promise<Person>,
  policy: Policy,
): Promise<ResolvedStep> {
  const { context } = step;
  const { alias } = context.service;
  const plan = await resolved(step).catch(async (error: unknown) => {
    const isUnseen = error instanceof UserError && !may('read', await asking, alias, policy);
    throw isUnseen ? mayNotRead(alias, policy) : error;
  });
  const present = plan.networkChange ? await context.rulesAt(plan.networkChange.scope) : [];
  return { ...step, plan, present };
}

/** A step with its names looked up. Rejects for one with an end that never comes, to which people would agree. */
async function resolved({ prepared, context, known }: StepInContext): Promise<Plan> {
  const plan = await prepared.resolve(context);
  if (known?.ends && plan.isRestorable === false)
    throw new UserError('This can’t end by itself: no command can set again what it replaces.', {
      next: 'Create something new that ends by itself, or leave ends= out.',
    });
  return plan;
}

/** Said to a person who may not read in an account. */
export const mayNotRead = (account: string, policy: Policy): UserError =>
  new UserError(`You don’t have permission to view ${account}.`, {
    details: [askOneOf(whoMay('read', account, policy))],
  });
