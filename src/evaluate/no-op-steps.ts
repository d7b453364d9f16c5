import { buttons, count, line, note, type Part, type Text } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { AlreadyThere, Prepared, ResolvedCommand } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';

/**
 * Handling of a step that would change nothing. `refuse`: refuses the whole request. `exclude`: the other steps continue
 * without it, if there are any.
 */
export type IfNoOp = 'refuse' | 'exclude';

/** The properties of a step that are checked. */
interface Resolved {
  readonly prepared: Prepared<Context>;
  readonly resolved: ResolvedCommand;
}

/** A step that would change nothing. */
interface Unchanging extends AlreadyThere, Resolved {}

/**
 * Resolves to the steps of a request that change something, and a note about the excluded ones. Rejects with a `UserError` that
 * describes the unchanged state if the request is refused. `findsTwins`: what a step would create is looked for, too.
 */
export async function withoutNoOps<Step extends Resolved>(
  steps: NonEmpty<Step>,
  ifNoOp: IfNoOp,
  findsTwins = false,
): Promise<{ readonly steps: NonEmpty<Step>; readonly excluded: readonly Text[] }> {
  const there = await mapConcurrently(steps, async ({ resolved }) =>
    resolved.already === undefined ? findsTwins && resolved.finds?.() : { already: resolved.already },
  );
  const already = steps.flatMap((step, index): Unchanging[] => {
    const found = there[index];
    return found ? [{ ...found, prepared: step.prepared, resolved: step.resolved }] : [];
  });
  const [first, ...others] = steps.filter((_, index) => !there[index]);
  const [found] = already;
  if (!found) return { steps, excluded: [] };
  if (!first || ifNoOp === 'refuse') throw refusal(steps, [found, ...already.slice(1)]);
  return { steps: [first, ...others], excluded: [excludedInWords(already)] };
}

/** Upper bound for the named steps. */
const maxNamed = 10;

function refusal(steps: NonEmpty<Resolved>, already: NonEmpty<Unchanging>): UserError {
  const [{ prepared, resolved, already: sentence, origin, buttons: offered = [] }] = already;
  const inPlan = prepared.step === undefined ? '' : `Step ${prepared.step}: `;
  if (steps.length === 1 || inPlan !== '') {
    const { statusCommand } = resolved;
    return new UserError(`${inPlan}${sentence} Nothing to change.`, {
      asks: true,
      details: [
        ...(origin === undefined ? [] : [note(...[origin].flat())]),
        ...(statusCommand === undefined ? [] : [note('See ', line(statusCommand))]),
        ...(offered.length > 0 ? [buttons(...offered)] : []),
      ],
    });
  }
  const rest = already.length - maxNamed;
  const need = already.length === 1 ? 'needs' : 'need';
  return new UserError(`${already.length} of ${count(steps.length, nounOf(already))} ${need} no change:`, {
    asks: already.length === steps.length,
    details: [
      ...already.slice(0, maxNamed).map((step): Part => note(step.already)),
      ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
    ],
  });
}

const nounOf = ([first]: readonly Resolved[]): string => first?.resolved.target?.noun ?? 'step';

/** Returns a note such as "3 servers omitted, already so: …". */
function excludedInWords(already: readonly Resolved[]): Text {
  const targets = already.flatMap(({ resolved }) => resolved.target ?? []);
  const names = targets.slice(0, maxNamed).map(({ name }) => name);
  const more = targets.length > names.length ? [`and ${targets.length - names.length} more`] : [];
  return `${count(already.length, nounOf(already))} omitted, already so: ${[...names, ...more].join(', ')}.`;
}
