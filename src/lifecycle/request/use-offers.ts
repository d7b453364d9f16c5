import type { Changes } from '../../change/model/changes.ts';
import { stepOfId } from '../../change/model/ids.ts';
import type { Used } from '../../change/model/undo.ts';
import { offeredUndo, takeOffer } from '../../change/transitions/step-offers.ts';
import type { Clock } from '../../core/clock.ts';

/*
 * What steps offer, by the id of the step (`stepId`), as a button carries it.
 */

/** Dependencies for finding out whether an Undo is offered. */
export interface CheckUndoDependencies {
  readonly changes: Pick<Changes, 'get'>;
  readonly clock: Clock;
}

/** Dependencies for using up what a step offers. */
export interface UseOfferDependencies extends CheckUndoDependencies {
  readonly changes: Pick<Changes, 'get' | 'change'>;
}

/** Whether an Undo is still offered to this job: it has not expired, and nobody else has used it. */
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
  deps: UseOfferDependencies,
): Promise<Used> {
  const { change, index } = stepOfId(id);
  const used = await deps.changes.change(change, (current) =>
    takeOffer(current, index, 'undoneBy', { person, job }),
  );
  return 'change' in used ? offeredUndo(used.change, index, job, deps.clock()) : checkUndo(id, job, deps);
}

/** Whether somebody may retry a step, by its id, or who has done so. */
export type RetryClaim =
  | { readonly retried: string }
  | { readonly refused: 'retried'; readonly by: string | undefined };

/** Claims another attempt at a step that failed: nobody has retried it yet. Idempotent for the same `job`. */
export async function claimRetry(
  id: string,
  person: string,
  job: string,
  { changes }: UseOfferDependencies,
): Promise<RetryClaim> {
  const { change, index } = stepOfId(id);
  const used = await changes.change(change, (current) =>
    takeOffer(current, index, 'retriedBy', { person, job }),
  );
  if ('change' in used) return { retried: id };
  const by = (await changes.get(change))?.steps[index]?.retriedBy?.person;
  return { refused: 'retried', by };
}
