import { isDeepStrictEqual } from 'node:util';
import type { EndingChange } from '../../change/model/ending-change.ts';
import { covers, keysOf } from '../../change/model/resource.ts';
import type { Restoring, Step } from '../../change/model/step.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { fingerprintOf } from '../../evaluate/read-snapshot.ts';
import { readUndone } from '../../evaluate/read-undone.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { RawArgs } from '../../operation/operation.ts';
import { isChanged } from '../../operation/state-hash.ts';
import { writeCommand } from '../../operation/write-command.ts';
import type { Context } from '../../operations/context/context.ts';
import { operationById } from '../../operations/index.ts';

/** Resolves to those superseded ends that would still restore something, since nobody changed their resource. */
export async function standingEnds(
  superseded: readonly EndingChange[],
  context: Context,
): Promise<readonly EndingChange[]> {
  const stand = await mapConcurrently(superseded, ({ steps: [step] }) => stands(step, context));
  return superseded.filter((_, index) => stand[index]);
}

async function stands(step: EndingChange['steps'][0], context: Context): Promise<boolean> {
  const { undoes } = step;
  if (!undoes) return false;
  return !isChanged(undoes.state, fingerprintOf(keysOf(step), await readUndone(undoes, context)));
}

/** Returns the commands of these ends. */
export const restoringOf = (standing: readonly EndingChange[]): readonly Restoring[] =>
  standing.flatMap(({ steps: [{ operation, raw, line, undoes, keys }] }) =>
    undoes ? [{ operation, raw, line, subject: undoes.subject, keys }] : [],
  );

/**
 * Returns the command that undoes a step which supersedes such ends: their commands, merged with the step's own inverse if it
 * sets more keys. Undefined if that is not a single command, if part of the earlier state is unknown, or if the command would
 * set what the step has set.
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
