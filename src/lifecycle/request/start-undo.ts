import { idOfStep } from '../../change/model/step.ts';
import type { Undo } from '../../change/model/undo.ts';
import { contextFor, personOf } from '../../evaluate/build-context.ts';
import { readUndone } from '../../evaluate/read-undone.ts';
import { may } from '../../policy/people.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { prepareUndo } from '../run/offer-undo.ts';
import { changedSince, whyNotOffered } from './claim-offers.ts';
import { type PreviewDependencies, previewChange } from './preview-change.ts';
import { type CheckUndoDependencies, checkUndo } from './use-offers.ts';

/** Dependencies for previewing the change that an Undo offers. */
export type StartUndoDependencies = PreviewDependencies & CheckUndoDependencies;

/**
 * Previews the change that undoes another, while it still fits, for a person who pressed Undo. Several may look at the
 * preview; the first to confirm theirs claims the Undo.
 */
export async function startUndo(job: DecisionMade, deps: StartUndoDependencies): Promise<Result> {
  const offered = await checkUndo(job.on, job.id, deps);
  if ('refused' in offered) return ephemeral(whyNotOffered(offered));
  const { undo } = offered;
  if (may('change', await personOf(job.replyTo.person, deps), undo.step.account, deps.policy)) {
    const undone = { ...undo, id: idOfStep(undo) };
    const now = await readUndone(undone, await contextFor(undo.step.account, job.replyTo, deps));
    const changed = changedSince(undo, now);
    if (changed) return ephemeral(changed);
  }
  return previewUndo(undo, job, deps);
}

async function previewUndo(undo: Undo, job: DecisionMade, deps: PreviewDependencies): Promise<Result> {
  const prepared = prepareUndo(undo, undo);
  if (!prepared) return ephemeral(whyNotOffered({ refused: 'unknown' }));
  const { subject, warning, of } = undo;
  const undoes = { id: idOfStep(undo), of, subject };
  return previewChange(
    { prepared: [prepared], known: [{ undoes }], warnings: warning ? [warning] : [] },
    job,
    deps,
  );
}
