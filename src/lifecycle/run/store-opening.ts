import { orLogged } from '../../answer/or-logged.ts';
import { endsAmong } from '../../change/model/end-target.ts';
import type { Opening, Openings } from '../../change/model/openings.ts';
import { type ChangeStep, idOfStep } from '../../change/model/step.ts';
import type { Log } from '../../core/log.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import { decideOn } from '../../evaluate/evaluate.ts';
import { withRuleContent } from '../../network/network-change.ts';
import { opens } from '../../policy/together.ts';
import { durationOf } from '../../time/timing.ts';
import { type ChangeEvaluation, riskLineOf } from '../prepare/evaluate-change.ts';

/** Dependencies for storing the opening of a step, and for deciding again. */
export type OpeningDependencies = Pick<ContextDependencies, 'policy' | 'clock' | 'changes'> & {
  readonly openings: Openings;
  readonly log: Log;
};

/** The evaluation of a step whose opening is stored. */
export interface StoredOpening {
  /** With the decision that counts. */
  readonly evaluation: ChangeEvaluation;
  /** Removes the opening of a step that opened nothing, so that it does not count for later openings. Never rejects. */
  forget(): Promise<void>;
}

/** Returns a step that opens nothing, so nothing is stored. */
export const openingNothing = (evaluation: ChangeEvaluation): StoredOpening => ({
  evaluation,
  forget: async () => {},
});

/**
 * Stores the opening of a step before it is sent, then decides again with all that its requester opened within the last hour.
 * Concurrent openings are each stored before the others are read, with a consistent read. So the last decision sees all that
 * were not refused, and they never pass as several small ones. They can see each other, so both can be refused. If the worker
 * dies in between, the opening counts as sent, which makes the next decisions stricter. A step that opens nothing is returned
 * as it is.
 */
export async function storeOpening(
  changeStep: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  evaluation: ChangeEvaluation,
  deps: OpeningDependencies,
): Promise<StoredOpening> {
  const opening = openingOf(changeStep, evaluation, deps.clock());
  if (!opening) return openingNothing(evaluation);
  await deps.openings.put(opening);
  const decision = await decideOn(evaluation, deps, changeStep.change);
  return {
    evaluation: { ...evaluation, decision, riskLine: riskLineOf(decision, deps.policy) },
    forget: () => remove([opening], deps),
  };
}

/** Removes the opening of a step that failed in the background. Never rejects. */
export async function removeOpening(
  step: Pick<ChangeStep, 'change' | 'index' | 'requester'>,
  deps: Pick<OpeningDependencies, 'openings' | 'log'>,
): Promise<void> {
  const id = idOfStep(step);
  const all = await deps.openings.of(step.requester).catch(() => []);
  await remove(
    all.filter((opening) => opening.step === id),
    deps,
  );
}

async function remove(
  openings: readonly Opening[],
  { openings: store, log }: Pick<OpeningDependencies, 'openings' | 'log'>,
): Promise<void> {
  await orLogged(Promise.all(openings.map(store.remove)), log, 'opening not removed');
}

/** Returns the opening of a step; undefined if it opens nothing. */
function openingOf(
  { step: { account }, ...changeStep }: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  { requester, steps: [{ resolved, rules, known: timing }] }: ChangeEvaluation,
  at: number,
): Opening | undefined {
  const networkChange = resolved.networkChange && withRuleContent(resolved.networkChange, rules);
  if (!networkChange || !opens({ networkChange, account })) return undefined;
  const durationMs = resolved.evaluatedAs
    ? resolved.evaluatedAs.durationMs
    : timing && durationOf(timing, at);
  const openSince = resolved.evaluatedAs?.openSince ?? at;
  const [end] = endsAmong(resolved.targets);
  return {
    step: idOfStep(changeStep),
    requester: requester.id,
    account,
    networkChange,
    at,
    openSince,
    ...(durationMs !== undefined && { endsAt: openSince + durationMs }),
    ...(end !== undefined && { end }),
  };
}
