import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../change/model/step.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import { readStepReference } from '../core/step-reference.ts';
import { type NetworkChange, type Rule, updateFrom } from '../network/network-change.ts';
import { rulesAfter } from '../network/rules-after.ts';
import type { Plan, Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import type { Timing } from '../time/timing.ts';
import { resourceIn } from './ends-met.ts';

/*
 * A step of a plan finds what the steps before it leave, not what is there now. So its title, its impact and its risk are those of its turn.
 */

/** What is known of a step besides its command: when it starts and ends, what it undoes or retries, and the step that it waits for. */
export type KnownStep = Timing & Pick<Step, 'undoes' | 'retries' | 'after'>;

/** One step of a request, and the context of its account. */
export interface StepInContext {
  readonly prepared: Prepared<Context>;
  readonly context: Context;
  /** If undefined: it starts at once, never ends, undoes nothing and waits for no other. */
  readonly known?: KnownStep | undefined;
}

/** A step with its names looked up, as things are now. */
export interface ResolvedStep extends StepInContext {
  readonly plan: Plan;
  /** The firewall rules that a change of them is compared with; empty for all else. */
  readonly present: readonly Rule[];
}

/** What is looked at of the steps before another one. */
export type StepBefore = Pick<Step, 'targets' | 'resource' | 'keys' | 'outcome'>;

/** A step as it finds things. */
export interface FoundStep extends ResolvedStep {
  /** The steps that are made before it, if it waits for one. */
  readonly before: readonly StepBefore[];
  /** The firewall rules, as these steps leave them. */
  readonly rules: readonly Rule[];
}

/** Steps as each finds things. `earlier`: the steps before the only one, which are made. */
export function asFound(
  [first, ...others]: NonEmpty<ResolvedStep>,
  earlier: readonly StepBefore[] = [],
): NonEmpty<FoundStep> {
  const found: [FoundStep, ...FoundStep[]] = [behind(first, earlier, [])];
  for (const step of others)
    found.push(
      step.known?.after === undefined ? behind(step, [], []) : behind(step, found.map(asBefore), found),
    );
  return found;
}

const asBefore = (step: FoundStep): StepBefore => ({
  targets: step.plan.targets,
  resource: resourceIn(step),
  keys: step.plan.keys,
});

/**
 * A step with those before it. The present state of a resource that one of them changes says nothing of the state in which this
 * one finds it. Nor is an Undo refused where there is nothing to undo: whether it fits is found out in another way.
 */
function behind(step: ResolvedStep, before: readonly StepBefore[], found: readonly FoundStep[]): FoundStep {
  const { plan, known } = step;
  const changed = new Set(before.flatMap(({ targets }) => targets));
  const isChanged = plan.targets.some((target) => changed.has(target));
  const beside = plan.networkChange ? changesBeside(step, plan.networkChange, found) : [];
  return {
    ...step,
    before,
    rules: beside.reduce(rulesAfter, step.present),
    plan: {
      ...plan,
      title: isChanged ? (plan.laterTitle ?? plan.title) : plan.title,
      already: isChanged || known?.undoes ? undefined : plan.already,
      networkChange: plan.networkChange && changeAsFound(plan.networkChange, beside, found),
    },
  };
}

/** What other steps change in the scope of a change. */
const changesBeside = (
  { context }: ResolvedStep,
  { scope }: NetworkChange,
  found: readonly FoundStep[],
): readonly NetworkChange[] =>
  found.flatMap((other) => {
    const { networkChange } = other.plan;
    const isBeside =
      networkChange &&
      other.context.service.alias === context.service.alias &&
      isDeepStrictEqual(networkChange.scope, scope);
    return isBeside ? [networkChange] : [];
  });

/** A change of the network as it is after others: an update replaces what they leave, and a policy that one of them creates allows what that says. */
function changeAsFound(
  networkChange: NetworkChange,
  beside: readonly NetworkChange[],
  found: readonly FoundStep[],
): NetworkChange {
  if (networkChange.change === 'updates') {
    const [before] = beside.reduce(rulesAfter, [networkChange.before]);
    return before ? updateFrom(networkChange, before) : networkChange;
  }
  if (!('rule' in networkChange.traffic)) return networkChange;
  const created = readStepReference(networkChange.traffic.rule);
  const traffic = created && found[created.step - 1]?.plan.networkChange?.traffic;
  return traffic ? { ...networkChange, traffic } : networkChange;
}
