import type { Answer } from '../../answer/answer.ts';
import { idOfStep, type Undone } from '../../change/model/step.ts';
import type { Undo } from '../../change/model/undo.ts';
import { contextFor, personOf } from '../../evaluate/build-context.ts';
import { readUndone } from '../../evaluate/read-undone.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { may } from '../../policy/people.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { prepareUndo } from '../run/offer-undo.ts';
import { changedSince, whyNotOffered } from './claim-offers.ts';
import type { PreviewDependencies } from './preview-change.ts';
import { type CheckUndoDependencies, checkUndo } from './use-offers.ts';

/** Dependencies for previewing the change that an Undo offers. */
export type StartUndoDependencies = PreviewDependencies & CheckUndoDependencies;

/** An Undo that still fits: what it undoes, the command for that, and what people have to know before. */
export interface FittingUndo extends Pick<Undo, 'warning'> {
  readonly undoes: Undone;
  readonly prepared: Prepared<Context>;
}

/**
 * The Undo of the step with this id (`stepId`), if it is offered and nobody changed the thing since; else why it can't be made. Who may
 * not change the thing is not told whether somebody did.
 */
export async function fittingUndo(
  id: string,
  job: DecisionMade,
  deps: StartUndoDependencies,
): Promise<FittingUndo | { readonly answer: Answer }> {
  const offered = await checkUndo(id, job.id, deps);
  if ('refused' in offered) return { answer: whyNotOffered(offered) };
  const { undo } = offered;
  const { subject, of, state, warning, step } = undo;
  const undoes = { id: idOfStep(undo), of, subject };
  if (may('change', await personOf(job.replyTo.person, deps), step.account, deps.policy)) {
    const context = await contextFor(step.account, job.replyTo, deps);
    const answer = changedSince(undo, await readUndone({ ...undoes, state }, context));
    if (answer) return { answer };
  }
  const prepared = prepareUndo(undo, undo);
  return prepared ? { undoes, prepared, warning } : { answer: whyNotOffered({ refused: 'unknown' }) };
}
