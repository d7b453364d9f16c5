import type { Changes } from '../../change/model/changes.ts';
import { stepOfId } from '../../change/model/ids.ts';
import type { Used } from '../../change/model/undo.ts';
import { offeredUndo, returnUndo, takeUndo } from '../../change/transitions/undoing.ts';
import type { Clock } from '../../core/clock.ts';

/*
 * Undos by the id of the step that they undo (`stepId`), as a button carries it.
 */

/** Dependencies for finding out whether an Undo is offered. */
export interface CheckUndoDependencies {
  readonly changes: Pick<Changes, 'get'>;
  readonly clock: Clock;
}

/** Dependencies for using an Undo up. */
export interface UseUndoDependencies extends CheckUndoDependencies {
  readonly changes: Pick<Changes, 'get' | 'change'>;
}

/** Whether it is still offered to this job: it has not expired, and nobody else has used it. */
export async function checkUndo(
  id: string,
  job: string,
  { changes, clock }: CheckUndoDependencies,
): Promise<Used> {
  const { change: of, index } = stepOfId(id);
  const change = await changes.get(of);
  return change ? offeredUndo(change, index, job, clock()) : { refused: 'unknown' };
}

/** Uses an Undo up: nobody has used it yet. Idempotent for the same `job`. */
export async function claimUndo(
  id: string,
  person: string,
  job: string,
  deps: UseUndoDependencies,
): Promise<Used> {
  const { change, index } = stepOfId(id);
  const used = await deps.changes.change(change, (current) => takeUndo(current, index, { person, job }));
  return 'change' in used ? offeredUndo(used.change, index, job, deps.clock()) : checkUndo(id, job, deps);
}

/** Offers it again, since `job` changed nothing with it. */
export async function giveBackUndo(
  id: string,
  job: string,
  { changes }: { readonly changes: Pick<Changes, 'change'> },
): Promise<void> {
  const { change, index } = stepOfId(id);
  await changes.change(change, (current) => returnUndo(current, index, job));
}
