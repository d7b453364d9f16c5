import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { fittingUndo, type StartUndoDependencies } from './fitting-undo.ts';
import { previewChange } from './preview-change.ts';

/**
 * Previews the change that undoes another, while it still fits, for a person who pressed Undo. Several may look at the
 * preview; the first to confirm theirs claims the Undo.
 */
export async function startUndo(job: DecisionMade, deps: StartUndoDependencies): Promise<Result> {
  const undo = await fittingUndo(job.on, job, deps);
  if ('answer' in undo) return ephemeral(undo.answer);
  const { prepared, undoes, warning } = undo;
  return previewChange(
    { prepared: [prepared], known: [{ undoes }], warnings: warning ? [warning] : [] },
    job,
    deps,
  );
}
