import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../change/model/step.ts';
import type { Instant } from '../core/clock.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import { readStepReference } from '../core/step-reference.ts';
import { type NetworkChange, type Rule, updateFrom } from '../network/network-change.ts';
import { rulesAfter } from '../network/rules-after.ts';
import type { Prepared, ResolvedCommand } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import type { Timing } from '../time/timing.ts';
import { resourceIn } from './resource-in.ts';

/*
 * Evaluates each step of a plan in the state that the steps before it leave, so its title, impact and risk fit its turn.
 */

/** Properties of a step besides its command: its times, and the steps that it undoes, retries or depends on. */
export interface KnownStep extends Timing, Pick<Step, 'undoes' | 'retries' | 'after'> {
  /** When its change began, with another step. A freeze that begins later doesn't stop it halfway. */
  readonly begunAt?: Instant | undefined;
}

/** One step of a request, and the context of its account. */
export interface StepInContext {
  readonly prepared: Prepared<Context>;
  readonly context: Context;
  /** If undefined, it starts at once, never ends, undoes nothing and depends on no other step. */
  readonly known?: KnownStep | undefined;
}

/** A step with its names looked up in the current state. */
export interface ResolvedStep extends StepInContext {
  readonly resolved: ResolvedCommand;
  /** The firewall rules that a network change is compared with; empty for any other step. */
  readonly present: readonly Rule[];
}

/** The properties of a preceding step that matter for a later one. */
export type StepBefore = Pick<Step, 'targets' | 'resource' | 'keys' | 'outcome'>;

/** A step in the state that the preceding steps leave. */
export interface FoundStep extends ResolvedStep {
  /** The steps that precede it, if it depends on one. */
  readonly before: readonly StepBefore[];
  /** The firewall rules after these steps. */
  readonly rules: readonly Rule[];
}

/** Returns the steps, each in the state that the preceding ones leave. `earlier`: completed steps before a single one. */
export function afterEarlierSteps(
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
  targets: step.resolved.targets,
  resource: resourceIn(step),
  keys: step.resolved.keys,
});

/**
 * Returns a step with the preceding ones. If one of them changes its resource, the current state doesn't show whether the step
 * would change nothing. An Undo is not refused for that reason either, since a separate check decides whether it fits.
 */
function behind(step: ResolvedStep, before: readonly StepBefore[], found: readonly FoundStep[]): FoundStep {
  const { resolved, known } = step;
  const changed = new Set(before.flatMap(({ targets }) => targets));
  const isChanged = resolved.targets.some((target) => changed.has(target));
  const beside = resolved.networkChange ? changesBeside(step, resolved.networkChange, found) : [];
  return {
    ...step,
    before,
    rules: beside.reduce(rulesAfter, step.present),
    resolved: {
      ...resolved,
      title: isChanged ? (resolved.laterTitle ?? resolved.title) : resolved.title,
      already: isChanged || known?.undoes ? undefined : resolved.already,
      // A preceding step may delete what is found.
      ...((before.length > 0 || known?.undoes) && { finds: undefined }),
      networkChange: resolved.networkChange && changeAsFound(resolved.networkChange, beside, found),
    },
  };
}

/** Returns what other steps change in the scope of a network change. */
const changesBeside = (
  { context }: ResolvedStep,
  { scope }: NetworkChange,
  found: readonly FoundStep[],
): readonly NetworkChange[] =>
  found.flatMap((other) => {
    const { networkChange } = other.resolved;
    const isBeside =
      networkChange &&
      other.context.service.alias === context.service.alias &&
      isDeepStrictEqual(networkChange.scope, scope);
    return isBeside ? [networkChange] : [];
  });

/** Returns a network change after others: an update changes their result, and a reference to a new policy is resolved. */
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
  const traffic = created && found[created.step - 1]?.resolved.networkChange?.traffic;
  return traffic ? { ...networkChange, traffic } : networkChange;
}
