import { type Answer, count, failed, type Text } from '../../answer/answer.ts';
import { idOfStep, stepsOf, type Undone } from '../../change/model/step.ts';
import type { Undo } from '../../change/model/undo.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { contextFor, personOf } from '../../evaluate/build-context.ts';
import { readUndone } from '../../evaluate/read-undone.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { may } from '../../policy/people.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { prepareUndo } from '../run/how-undone.ts';
import { undoableSteps } from '../views/step-list.ts';
import { type PreviewDependencies, previewChange } from './preview-change.ts';
import { changedSince, checkUndo, whyNotOffered } from './use-offers.ts';

/**
 * Previews an Undo, if it is still possible, for a person who pressed Undo. Several people may see a preview; the first to
 * confirm claims the Undo.
 */
export const startUndo = (job: DecisionMade, deps: PreviewDependencies): Promise<Result> =>
  previewUndos([{ id: job.on }], false, job, deps);

/**
 * Previews one change that undoes all completed steps of a request, last one first, for a person who pressed the button. The
 * preview names steps that can't be undone any more and leaves them out.
 */
export async function undoDone(job: DecisionMade, deps: PreviewDependencies): Promise<Result> {
  const change = await deps.changes.get(job.on);
  const all = change ? stepsOf(change) : [];
  const undoable = change ? undoableSteps(change).flatMap((index) => all[index] ?? []) : [];
  const unused = undoable.filter(({ step }) => step.undoneBy === undefined);
  const done = unused.length > 0 ? unused : undoable;
  // Steps that were made in sequence are undone in reverse.
  const inOrder = all.some(({ step }) => step.after !== undefined);
  const named = done.map((changeStep) => ({ id: idOfStep(changeStep), title: changeStep.step.title }));
  return previewUndos(inOrder ? named.toReversed() : named, inOrder, job, deps);
}

/** Previews a change that undoes those of these steps that still can be. `inOrder`: each waits for the one before it. */
async function previewUndos(
  steps: readonly { readonly id: string; readonly title?: string }[],
  inOrder: boolean,
  job: DecisionMade,
  deps: PreviewDependencies,
): Promise<Result> {
  const checked = await mapConcurrently(steps, async ({ id, title = '' }) => ({
    title,
    ...(await fittingUndo(id, job, deps)),
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
        ...excludedInWords(left.map(({ title }) => title)),
      ],
    },
    job,
    deps,
  );
}

/** A possible Undo: the step that it undoes, its command, and a warning. */
interface FittingUndo extends Pick<Undo, 'warning'> {
  readonly undoes: Undone;
  readonly prepared: Prepared<Context>;
}

/**
 * Resolves to the Undo of the step with this id (`stepId`), if it is offered and nobody changed the resource since; otherwise
 * to the reason. Skips the comparison for a person who may not change the resource, so that the answer doesn't reveal its
 * state.
 */
async function fittingUndo(
  id: string,
  job: DecisionMade,
  deps: PreviewDependencies,
): Promise<FittingUndo | { readonly answer: Answer }> {
  const offered = await checkUndo(id, job.id, deps);
  if ('refused' in offered) return whyNotOffered(offered);
  const { undo } = offered;
  const { subject, of, state, warning, step } = undo;
  const undoes = { id: idOfStep(undo), of, subject };
  if (may('change', await personOf(job.replyTo.person, deps), step.account, deps.policy)) {
    const context = await contextFor(step.account, job.replyTo, deps);
    const why = changedSince(undo, await readUndone({ ...undoes, state }, context));
    if (why) return why;
  }
  const prepared = prepareUndo(undo, undo);
  return prepared ? { undoes, prepared, warning } : whyNotOffered({ refused: 'unknown' });
}

/** Upper bound for the names of omitted steps. */
const maxNamed = 5;

/** Returns a text such as "2 steps omitted, changed or undone since: …". */
function excludedInWords(titles: readonly string[]): readonly Text[] {
  if (titles.length === 0) return [];
  const more = titles.length > maxNamed ? [`and ${titles.length - maxNamed} more`] : [];
  const steps = count(titles.length, 'step');
  return [
    `${steps} omitted, changed or undone since: ${[...titles.slice(0, maxNamed), ...more].join('; ')}.`,
  ];
}
