import { count, failed, type Text } from '../../answer/answer.ts';
import { type ChangeStep, idOfStep, stepsOf } from '../../change/model/step.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { undoableSteps } from '../views/step-list.ts';
import { fittingUndo, type StartUndoDependencies } from './fitting-undo.ts';
import { previewChange } from './preview-change.ts';

/**
 * Previews one change that undoes all steps of a request that are done, the last of them first, for a person who pressed the
 * button. Steps that can't be undone any more are left out, which the preview says.
 */
export async function undoDone(job: DecisionMade, deps: StartUndoDependencies): Promise<Result> {
  const change = await deps.changes.get(job.on);
  const all = change ? stepsOf(change) : [];
  const undoable = change ? undoableSteps(change).flatMap((index) => all[index] ?? []) : [];
  const unused = undoable.filter(({ step }) => step.undoneBy === undefined);
  const done = unused.length > 0 ? unused : undoable;
  // Steps that were made in an order are undone in the opposite one.
  const inOrder = all.some(({ step }) => step.after !== undefined);
  const undoing = inOrder ? done.toReversed() : done;
  const checked = await mapConcurrently(undoing, async (step) => ({
    step,
    ...(await fittingUndo(idOfStep(step), job, deps)),
  }));
  const [first, ...others] = checked.flatMap((one) => ('undoes' in one ? [one] : []));
  const left = checked.flatMap((one) => ('answer' in one ? [one] : []));
  if (!first)
    return ephemeral(left[0]?.answer ?? [failed('There is nothing left to undo. Nothing was changed.')]);
  const undos = [first, ...others] as const;
  return previewChange(
    {
      prepared: mapNonEmpty(undos, ({ prepared }) => prepared),
      known: undos.map(({ undoes }, index) => ({
        undoes,
        ...(inOrder && index > 0 && { after: index - 1 }),
      })),
      warnings: [
        ...undos.flatMap(({ warning }) => (warning ? [warning] : [])),
        ...leftOutInWords(left.map(({ step }) => step)),
      ],
    },
    job,
    deps,
  );
}

/** Upper bound for the steps that are named among those left out. */
const maxNamed = 5;

/** "Left out: 2 steps that were changed since or undone already: …". */
function leftOutInWords(left: readonly ChangeStep[]): readonly Text[] {
  if (left.length === 0) return [];
  const titles = left.slice(0, maxNamed).map(({ step }) => step.title);
  const more = left.length > maxNamed ? [`and ${left.length - maxNamed} more`] : [];
  const steps = count(left.length, 'step');
  return [`${steps} omitted, changed or undone since: ${[...titles, ...more].join('; ')}.`];
}
