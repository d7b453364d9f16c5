import { count, line, note, type Part, type Text } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Plan, Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';

/**
 * Handling of a step that would change nothing. `refuse`: refuses the whole request. `exclude`: the other steps continue
 * without it, if there are any.
 */
export type IfAlreadySo = 'refuse' | 'exclude';

/** The properties of a step that are checked. */
interface Resolved {
  readonly prepared: Prepared<Context>;
  readonly plan: Plan;
}

/**
 * Returns the steps of a request that change something, and a note about the excluded ones. Throws a `UserError` that describes
 * the unchanged state if the request is refused.
 */
export function withoutAlreadySo<Step extends Resolved>(
  steps: NonEmpty<Step>,
  ifAlreadySo: IfAlreadySo,
): { readonly steps: NonEmpty<Step>; readonly excluded: readonly Text[] } {
  const already = steps.filter(({ plan }) => plan.already !== undefined);
  const [first, ...others] = steps.filter(({ plan }) => plan.already === undefined);
  const [found] = already;
  if (!found) return { steps, excluded: [] };
  if (!first || ifAlreadySo === 'refuse') throw refusal(steps, [found, ...already.slice(1)]);
  return { steps: [first, ...others], excluded: [excludedInWords(already)] };
}

/** Upper bound for the named steps. */
const maxNamed = 10;

function refusal(steps: NonEmpty<Resolved>, already: NonEmpty<Resolved>): UserError {
  const [{ prepared, plan }] = already;
  const inPlan = prepared.step === undefined ? '' : `Step ${prepared.step}: `;
  if (steps.length === 1 || inPlan !== '') {
    const { statusCommand } = plan;
    return new UserError(`${inPlan}${plan.already} Nothing to change.`, {
      asks: true,
      details: statusCommand === undefined ? [] : [note('See ', line(statusCommand))],
    });
  }
  const rest = already.length - maxNamed;
  const need = already.length === 1 ? 'needs' : 'need';
  return new UserError(`${already.length} of ${count(steps.length, nounOf(already))} ${need} no change:`, {
    asks: already.length === steps.length,
    details: [
      ...already.slice(0, maxNamed).map((step): Part => note(step.plan.already ?? '')),
      ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
    ],
  });
}

const nounOf = ([first]: readonly Resolved[]): string => first?.plan.target?.noun ?? 'step';

/** Returns a note such as "3 servers omitted, already so: …". */
function excludedInWords(already: readonly Resolved[]): Text {
  const targets = already.flatMap(({ plan }) => plan.target ?? []);
  const names = targets.slice(0, maxNamed).map(({ name }) => name);
  const more = targets.length > names.length ? [`and ${targets.length - names.length} more`] : [];
  return `${count(already.length, nounOf(already))} omitted, already so: ${[...names, ...more].join(', ')}.`;
}
