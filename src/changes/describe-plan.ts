import { type Answer, context, maxButtonValue, warning } from '../core/answer.ts';
import { type Change, type ChangePlan, nameOfPlan, type Step } from '../core/change.ts';
import { list } from '../core/list.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { Prepared } from '../core/operation.ts';

/** The steps of a plan: each waits for the one before it. */
export const inOrder = (steps: NonEmpty<Step>): NonEmpty<Step> =>
  mapNonEmpty(steps, (step, index) => (index === 0 ? step : { ...step, after: index - 1 }));

/** What a change keeps of the plan that it was requested as. */
export function changePlan<Context>(
  { line, plan }: Prepared<Context>,
  steps: NonEmpty<Prepared<Context>>,
): ChangePlan | undefined {
  if (!plan) return undefined;
  const { name, allOrNothing } = plan;
  const lasting = steps
    .slice(0, -1)
    .flatMap(({ operation }, index) => (operation.snapshot ? [] : [index + 1]));
  return {
    ...(name !== undefined && { name }),
    ...(line.length <= maxButtonValue && { line }),
    allOrNothing,
    ...(allOrNothing && lasting.length > 0 && { lasting }),
  };
}

/** What people weigh about a plan before they confirm or approve it: its name, and what follows from a failure. */
export function planText({ plan }: Pick<Change, 'plan'>): Answer {
  if (!plan) return [];
  const { allOrNothing, lasting = [] } = plan;
  const rule = allOrNothing
    ? 'all or nothing: if a step fails, the steps before it are undone'
    : 'if a step fails, the steps after it don’t start';
  const many = lasting.length > 1;
  const steps = `${many ? 'Steps' : 'Step'} ${list(lasting.map(String))}`;
  return [
    context(`${nameOfPlan(plan)} · ${rule}`),
    ...(lasting.length > 0
      ? [warning(`${steps} can’t be undone, so ${many ? 'they stay' : 'it stays'} if a later step fails.`)]
      : []),
  ];
}

/** The note of a request in the audit log: its reason, behind the name of its plan. */
export function requestedNote({ plan, reason }: Pick<Change, 'plan' | 'reason'>): string | undefined {
  if (!plan) return reason;
  return reason ? `${nameOfPlan(plan)}: ${reason}` : nameOfPlan(plan);
}
