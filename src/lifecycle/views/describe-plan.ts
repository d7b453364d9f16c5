import { type Answer, context, maxButtonValue, warning } from '../../answer/answer.ts';
import type { ChangePlan, RequestedChange } from '../../change/model/change.ts';
import type { Step } from '../../change/model/step.ts';
import { nameOfPlan } from '../../change/model/titles.ts';
import { list } from '../../core/list.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { Plan, Prepared } from '../../operation/operation.ts';

/** The steps of a plan: each waits for the one before it. */
export const inOrder = <Waiting extends Pick<Step, 'after'>>(steps: NonEmpty<Waiting>): NonEmpty<Waiting> =>
  mapNonEmpty(steps, (step, index) => (index === 0 ? step : { ...step, after: index - 1 }));

/** What a change keeps of the plan that it was requested as. */
export function changePlan<Context>({ line, plan }: Prepared<Context>): ChangePlan | undefined {
  if (!plan) return undefined;
  const { name, allOrNothing } = plan;
  return {
    ...(name !== undefined && { name }),
    ...(line.length <= maxButtonValue && { line }),
    allOrNothing,
  };
}

/** What is kept of the plan of a request for its retry with these steps. Its line stands for all steps, so a part of them has none. */
export function retriedPlan<Context>(
  { plan, steps: all }: Pick<RequestedChange, 'plan' | 'steps'>,
  steps: NonEmpty<Prepared<Context>>,
): ChangePlan | undefined {
  if (!plan) return undefined;
  const { line, irreversible: _, ...kept } = plan;
  return { ...kept, ...(line !== undefined && steps.length === all.length && { line }) };
}

/** What is looked at of a step whose names are looked up. */
interface Resolved {
  readonly prepared: { readonly operation: { readonly isReversible: boolean } };
  readonly plan: Pick<Plan, 'isRestorable'>;
}

/**
 * A plan with the numbers of the steps that nothing undoes, where that matters: before the last one of a plan that is all or nothing. No
 * command undoes an operation that has no inverse, or an update of more than one takes.
 */
export function withIrreversible(
  plan: ChangePlan | undefined,
  steps: NonEmpty<Resolved>,
): ChangePlan | undefined {
  const irreversible = steps
    .slice(0, -1)
    .flatMap(({ prepared: { operation }, plan: { isRestorable } }, index) =>
      operation.isReversible && isRestorable !== false ? [] : [index + 1],
    );
  return plan?.allOrNothing && irreversible.length > 0 ? { ...plan, irreversible } : plan;
}

/** What people weigh about a plan before they confirm or approve it: its name, and what follows from a failure. */
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

/** The note of a request in the audit log: its reason, behind the name of its plan. */
export function requestedNote({
  plan,
  reason,
}: Pick<RequestedChange, 'plan' | 'reason'>): string | undefined {
  if (!plan) return reason;
  return reason ? `${nameOfPlan(plan)}: ${reason}` : nameOfPlan(plan);
}
