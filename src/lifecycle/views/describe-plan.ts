import { type Answer, context, maxButtonValue, warning } from '../../answer/answer.ts';
import type { ChangePlan, RequestedChange } from '../../change/model/change.ts';
import type { Step } from '../../change/model/step.ts';
import { nameOfPlan } from '../../change/model/titles.ts';
import { list } from '../../core/list.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { Prepared, ResolvedCommand } from '../../operation/operation.ts';

/** Makes each step of a plan wait for the one before it. */
export const inOrder = <Waiting extends Pick<Step, 'after'>>(steps: NonEmpty<Waiting>): NonEmpty<Waiting> =>
  mapNonEmpty(steps, (step, index) => (index === 0 ? step : { ...step, after: index - 1 }));

/** Returns the properties of a plan that its change stores. */
export function changePlan<Context>({ line, plan }: Prepared<Context>): ChangePlan | undefined {
  if (!plan) return undefined;
  const { name, allOrNothing } = plan;
  return {
    ...(name !== undefined && { name }),
    ...(line.length <= maxButtonValue && { line }),
    allOrNothing,
  };
}

/** Returns the plan for a retry of these steps. The line requests all steps, so it is dropped if only some are retried. */
export function retriedPlan<Context>(
  { plan, steps: all }: Pick<RequestedChange, 'plan' | 'steps'>,
  steps: NonEmpty<Prepared<Context>>,
): ChangePlan | undefined {
  if (!plan) return undefined;
  const { line, irreversible: _, ...kept } = plan;
  return { ...kept, ...(line !== undefined && steps.length === all.length && { line }) };
}

/** The properties of a step that decide whether it can be undone. */
interface Resolved {
  readonly prepared: { readonly operation: { readonly isReversible: boolean } };
  readonly resolved: Pick<ResolvedCommand, 'isRestorable'>;
}

/**
 * Adds the numbers of irreversible steps to an all-or-nothing plan, except its last step. A step is irreversible if its
 * operation has no inverse, or if restoring an update takes more than one command.
 */
export function withIrreversible(
  plan: ChangePlan | undefined,
  steps: NonEmpty<Resolved>,
): ChangePlan | undefined {
  const irreversible = steps
    .slice(0, -1)
    .flatMap(({ prepared: { operation }, resolved: { isRestorable } }, index) =>
      operation.isReversible && isRestorable !== false ? [] : [index + 1],
    );
  return plan?.allOrNothing && irreversible.length > 0 ? { ...plan, irreversible } : plan;
}

/** Renders the name of a plan and the consequences of a failure, for its confirmation or approval. */
export function planText({ plan }: Pick<RequestedChange, 'plan'>): Answer {
  if (!plan) return [];
  const { allOrNothing, irreversible = [] } = plan;
  const rule = allOrNothing
    ? 'all or nothing: if a step fails, the steps before it are undone'
    : 'if a step fails, the steps after it don’t start';
  const many = irreversible.length > 1;
  const steps = `${many ? 'Steps' : 'Step'} ${list(irreversible.map(String))}`;
  return [
    context(`${nameOfPlan(plan)} · ${rule}`),
    ...(irreversible.length > 0
      ? [warning(`${steps} can’t be undone, so ${many ? 'they stay' : 'it stays'} if a later step fails.`)]
      : []),
  ];
}

/** Returns the note of a request in the audit log: the name of its plan, then its reason. */
export function requestedNote({
  plan,
  reason,
}: Pick<RequestedChange, 'plan' | 'reason'>): string | undefined {
  if (!plan) return reason;
  return reason ? `${nameOfPlan(plan)}: ${reason}` : nameOfPlan(plan);
}
