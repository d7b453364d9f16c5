import { isDeepStrictEqual } from 'node:util';
import type { EndingChange } from '../../change/model/ending-change.ts';
import { covers, keysOf } from '../../change/model/resource.ts';
import type { Restoring, Step } from '../../change/model/step.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { fingerprintOf } from '../../evaluate/read-snapshot.ts';
import { readUndone } from '../../evaluate/read-undone.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { RawArgs } from '../../operation/operation.ts';
import { writeCommand } from '../../operation/write-command.ts';
import type { Context } from '../../operations/context/context.ts';
import { operationById } from '../../operations/index.ts';

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

/** What these ends restore. */
export const restoringOf = (standing: readonly EndingChange[]): readonly Restoring[] =>
  standing.flatMap(({ steps: [{ operation, raw, line, undoes, keys }] }) =>
    undoes ? [{ operation, raw, line, subject: undoes.subject, keys }] : [],
  );

/**
 * What undoes a step that supersedes ends which still stand: what they would have restored, and beside that its inverse, if it has set more.
 * There is none where that is no single command, where it isn't known what else it replaced, and where it is what the step has set.
 */
export function inverseInPlaceOf(
  restoring: readonly Restoring[],
  inverse: InverseCommand | undefined,
  step: Pick<Step, 'raw' | 'keys'>,
): InverseCommand | undefined {
  const [first] = restoring;
  if (!first) return inverse;
  const { operation: id, subject } = first;
  const operation = operationById(id);
  const isAll = covers(
    restoring.flatMap(({ keys }) => keysOf({ keys })),
    keysOf(step),
  );
  const parts = isAll ? restoring : inverse ? [inverse, ...restoring] : [];
  if (!operation || parts.length === 0 || !parts.every((part) => part.operation === id)) return undefined;
  const raw: RawArgs = Object.assign({}, ...parts.map((part) => part.raw));
  if (isDeepStrictEqual(raw, step.raw)) return undefined;
  const line = writeCommand(operation, raw);
  return { operation: id, raw, line, subject, ...(inverse?.after !== undefined && { after: inverse.after }) };
}
