import type { Text } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { endTarget } from '../change/model/end-target.ts';
import { stepOfId } from '../change/model/ids.ts';
import { evaluatedTogetherFor } from '../change/model/openings.ts';
import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import { withRuleContent } from '../network/network-change.ts';
import { openedAtEnd } from '../network/opens-access.ts';
import type { Prepared, ResolvedCommand } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { type Decision, decide, type RequestedStep } from '../policy/decide.ts';
import { may, type Person } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import { opens } from '../policy/together.ts';
import { durationOf, startTime } from '../time/timing.ts';
import {
  afterEarlierSteps,
  type FoundStep,
  type KnownStep,
  type ResolvedStep,
  type StepBefore,
  type StepInContext,
} from './after-earlier-steps.ts';
import { type ContextDependencies, contextFor, mayNotRead, personOf } from './build-context.ts';
import { type IfNoOp, withoutNoOps } from './no-op-steps.ts';
import { endOfOpening, openBefore } from './open-before.ts';
import { refusalOf } from './refused-steps.ts';

/** One step of a request with its names looked up. */
export type EvaluatedStep = FoundStep;

/** Options of an evaluation. */
export interface EvaluateOptions {
  /** Properties of each step besides its command. */
  readonly known?: readonly KnownStep[] | undefined;
  /** For a step of a plan that is evaluated alone: the steps before it. */
  readonly earlier?: readonly StepBefore[] | undefined;
  /** If undefined, a step that would change nothing is evaluated like any other, and its `already` says so. */
  readonly ifNoOp?: IfNoOp | undefined;
  /** Whether a step that would create what is there already changes nothing. That takes calls, so only a preview asks. */
  readonly findsTwins?: boolean | undefined;
  /** The change that is evaluated again: its own openings don't precede its steps, however long each takes. */
  readonly change?: string | undefined;
  /** For changes: compares the steps with the ends that wait for their resources (`againstEnds`). Reads meet none. */
  readonly againstEnds?: ((steps: NonEmpty<FoundStep>) => Promise<NonEmpty<FoundStep>>) | undefined;
}

/** A request with its names looked up, and the current decision of the policy. */
export interface Evaluation {
  readonly requester: Person;
  readonly steps: NonEmpty<EvaluatedStep>;
  readonly decision: Decision;
  /** Notes about the steps that were excluded because they would change nothing. */
  readonly excluded: readonly Text[];
}

/**
 * Looks up names, the person's groups and firewall rules, then applies the policy. Reads only. Steps in one account share
 * what is read there. A person without the right to read there doesn't learn what a name can mean.
 */
export async function evaluate(
  prepared: NonEmpty<Prepared<Context>>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
  { known = [], earlier, ifNoOp, findsTwins, change, againstEnds }: EvaluateOptions = {},
): Promise<Evaluation> {
  const asking = personOf(replyTo.person, deps);
  const contexts = new Map<string | undefined, Promise<Context>>();
  const contextOf = (account: string | undefined): Promise<Context> => {
    const key = account?.toUpperCase();
    const context = contexts.get(key) ?? contextFor(account, replyTo, deps);
    contexts.set(key, context);
    return context;
  };
  const resolve = async (step: Prepared<Context>, index: number): Promise<ResolvedStep> =>
    resolveStep(
      { prepared: step, known: known[index], context: await contextOf(step.account) },
      asking,
      deps.policy,
    );
  const [requester, resolved] = await Promise.all([asking, resolveAll(prepared, resolve)]);
  const all = afterEarlierSteps(resolved, earlier);
  const decision = await decideOn({ requester, steps: all }, deps, change);
  // A person without the right learns nothing about the current state.
  if (decision.kind === 'deny') return { requester, steps: all, decision, excluded: [] };
  const changing = againstEnds ? await againstEnds(all) : all;
  const { steps, excluded } = ifNoOp
    ? await withoutNoOps(changing, ifNoOp, findsTwins)
    : { steps: changing, excluded: [] };
  if (excluded.length === 0 && changing.every((step, index) => step === all[index]))
    return { requester, steps, decision, excluded };
  return { requester, steps, decision: await decideOn({ requester, steps }, deps, change), excluded };
}

/**
 * Applies the policy to steps whose names are looked up, together with the requester's openings: those of the last hour add up, and
 * those without a break before them count for a limit.
 * The openings of `change` itself don't precede its steps.
 */
export async function decideOn(
  { requester, steps }: { readonly requester: Person; readonly steps: NonEmpty<FoundStep> },
  deps: Pick<ContextDependencies, 'policy' | 'openings' | 'clock' | 'changes'>,
  change?: string,
): Promise<Decision> {
  const { policy, openings, clock } = deps;
  const requested = steps.flatMap((step) => [requestedStep(step), ...endOf(step)]);
  if (!requested.some(opens)) return decide({ requester, steps: requested }, policy);
  const anHourAgo = clock() - evaluatedTogetherFor;
  const opened = await openings.of(requester.id);
  // An extension counts from the completion of the opening that it extends. The stored opening began a little earlier, when it
  // was sent, so it is left out.
  const prolonged = new Set(requested.flatMap(({ targets }) => targets));
  return decide(
    {
      requester,
      steps: requested,
      earlier: opened.filter(({ at }) => at >= anHourAgo),
      openBefore: await openBefore(
        requested,
        opened.filter(
          (one) => stepOfId(one.step).change !== change && !prolonged.has(endTarget(endOfOpening(one))),
        ),
        deps,
      ),
    },
    policy,
  );
}

/** Returns the properties of a step that the policy decides on. */
export function requestedStep({
  prepared,
  context,
  resolved,
  rules,
  known: timing,
}: FoundStep): RequestedStep {
  const { networkChange, targets, evaluatedAs } = resolved;
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
    // A step that closes access or moves an end starts nothing, so a freeze allows it. What has started goes on.
    startsAt:
      evaluatedAs && !evaluatedAs.subjectToFreeze ? undefined : (timing?.begunAt ?? startTime(timing, now)),
    targets,
  };
}

/** Returns what the end of a step opens again. It needs no other vote, so it is evaluated with the step. */
function endOf(step: FoundStep): readonly RequestedStep[] {
  const networkChange = step.known?.ends && openedAtEnd(step.resolved);
  if (!networkChange) return [];
  const requested = requestedStep({ ...step, resolved: { ...step.resolved, networkChange } });
  return [{ ...requested, durationMs: undefined, targets: [], isEnd: true }];
}

/** Evaluates all steps. If some are not possible, rejects with the problems of each. */
async function resolveAll(
  prepared: NonEmpty<Prepared<Context>>,
  resolve: (step: Prepared<Context>, index: number) => Promise<ResolvedStep>,
): Promise<NonEmpty<ResolvedStep>> {
  const settled = await settleConcurrently(
    [...prepared.entries()],
    ([index, step]) => resolve(step, index),
    maxConcurrency.reads,
  );
  const refused = settled.flatMap((one, index) =>
    one.status === 'rejected' ? [{ index, error: one.reason }] : [],
  );
  if (refused.length > 0) throw refusalOf(prepared, refused);
  const [first, ...others] = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (!first) throw new Error('a request without steps');
  return [first, ...others];
}

/** Evaluates a step. A person without the right to read in its account learns nothing about a failure. */
async function resolveStep(
  step: StepInContext,
  asking: Promise<Person>,
  policy: Policy,
): Promise<ResolvedStep> {
  const { context } = step;
  const { alias } = context.service;
  const resolved = await resolvedAlone(step).catch(async (error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    const person = await asking;
    throw may('read', person, alias, policy) ? error : mayNotRead(person, alias, policy);
  });
  const { networkChange } = resolved;
  const rules = networkChange ? await context.rulesAt(networkChange.scope) : [];
  // In an order of our own: what people agree to must not depend on the one in which the cloud API lists them.
  const present = rules.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...step, resolved, present };
}

/** Looks up the names of a step. Rejects for an end that could not be carried out. */
async function resolvedAlone({ prepared, context, known }: StepInContext): Promise<ResolvedCommand> {
  const resolved = await prepared.resolve(context);
  if (known?.ends && resolved.isRestorable === false)
    throw new UserError('This can’t end by itself: no command can set again what it replaces.', {
      next: 'Create something new that ends by itself, or leave ends= out.',
    });
  return resolved;
}
