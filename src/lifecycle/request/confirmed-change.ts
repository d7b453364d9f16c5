import { randomUUID } from 'node:crypto';
import type { Change, RequestedChange } from '../../change/model/change.ts';
import { approved } from '../../change/transitions/beginning.ts';
import type { Point } from '../../policy/risk.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { claimFor, type JudgedStep, lookedAt } from '../run/run-of-step.ts';

/** A confirmed change to be stored. */
export interface Confirmed {
  readonly change: RequestedChange & Pick<Change, 'expires'>;
  /** Id of the job that confirmed it. */
  readonly job: string;
  readonly evaluation: Pick<ChangeEvaluation, 'impact' | 'impactLine' | 'policy' | 'basis'>;
  readonly points: readonly Point[];
}

/** A change that a click has stored, and its only step if this run of the click has claimed it. */
export interface Stored {
  readonly change: Change;
  readonly judged?: JudgedStep;
}

/**
 * Stores a confirmed change as approved. If the click has judged its only step, it claims it in the same write: then the click proves the
 * change, and no entry of the audit log has to. Resolves to what is stored, by this or another run of the click. Safe to repeat.
 */
export async function storeConfirmed(
  { change: confirmed, job, evaluation, points }: Confirmed,
  judged: Omit<JudgedStep, 'run'> | undefined,
  deps: TransitionDependencies,
): Promise<Stored> {
  const { impact, impactLine, policy, basis } = evaluation;
  const judgement = { impact, impactLine, points, policy, basis };
  const isReferredTo = !judged || confirmed.steps[0].ends !== undefined;
  const number = isReferredTo ? await deps.changes.takeNumber() : undefined;
  const now = deps.clock();
  const change = approved(confirmed, { job, judgement, number }, now);
  const run = randomUUID();
  const claimed = judged ? claimFor(change, 0, lookedAt(judged), { job, run }, now) : { change };
  if ('refused' in claimed) throw new Error(claimed.refused);
  if (await deps.changes.put(claimed.change, claimed.holds))
    return { change: claimed.change, ...(judged && { judged: { ...judged, run } }) };
  // Whatever goes on with what another run has stored judges it again, and stores its own opening.
  await judged?.opening.forget();
  return { change: (await deps.changes.get(change.id)) ?? claimed.change };
}
