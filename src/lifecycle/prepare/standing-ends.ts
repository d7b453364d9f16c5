import { isDeepStrictEqual } from 'node:util';
import type { EndingChange } from '../../change/model/ending-change.ts';
import { keysOf } from '../../change/model/resource.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { fingerprintOf } from '../../evaluate/read-snapshot.ts';
import { readUndone } from '../../evaluate/read-undone.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Plan } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';

/** Those of the ends that a step supersedes which would still restore something: nobody changed the thing since. */
export async function standingEnds(
  superseded: readonly EndingChange[],
  context: Context,
): Promise<readonly EndingChange[]> {
  const stand = await mapConcurrently(superseded, ({ steps: [step] }) => stands(step, context));
  return superseded.filter((_, index) => stand[index]);
}

async function stands(step: EndingChange['steps'][0], context: Context): Promise<boolean> {
  const { undoes } = step;
  return (
    undoes !== undefined && fingerprintOf(keysOf(step), await readUndone(undoes, context)) === undoes.state
  );
}

/**
 * What undoes a step that supersedes ends which still stand: it restores what they would have restored. There is none for several of
 * them, or where that is what the step has set, or for a step that removed the thing.
 */
export function inverseInPlaceOf(
  [end, ...others]: readonly EndingChange[],
  plan: Plan,
): InverseCommand | undefined {
  const isRemoved = plan.leaves?.existence === false;
  const { operation, raw, line, undoes } = end?.steps[0] ?? {};
  if (others.length > 0 || isRemoved || !operation || !raw || line === undefined || !undoes) return undefined;
  return isDeepStrictEqual(raw, plan.raw) ? undefined : { operation, raw, line, subject: undoes.subject };
}
