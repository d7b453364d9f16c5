import { orLogged } from '../../answer/or-logged.ts';
import type { Opening, Openings } from '../../change/model/openings.ts';
import { type ChangeStep, idOfStep } from '../../change/model/step.ts';
import type { Log } from '../../core/log.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import { decideOn } from '../../evaluate/evaluate.ts';
import { withRuleContent } from '../../network/network-change.ts';
import { opens } from '../../policy/together.ts';
import { durationOf } from '../../time/timing.ts';
import { type ChangeEvaluation, riskLineOf } from '../prepare/evaluate-change.ts';

/** Dependencies for storing what a step opens, and for deciding again. */
export type OpeningDependencies = Pick<ContextDependencies, 'policy' | 'clock'> & {
  readonly openings: Openings;
  readonly log: Log;
};

/** The evaluation of a step whose opening is stored. */
export interface StoredOpening {
  /** With the decision that counts. */
  readonly evaluation: ChangeEvaluation;
  /** Removes the opening, for a step that opened nothing: the next openings are judged without it. Never rejects. */
  forget(): Promise<void>;
}

/** What opens nothing, so that nothing is stored of it. */
export const openingNothing = (evaluation: ChangeEvaluation): StoredOpening => ({
  evaluation,
  forget: async () => {},
});

/**
 * Stores what a step opens, before it is sent, then decides again with all that its requester opened within the last hour. Each
 * of several openings that start at the same time is stored before the others are read, with a consistent read. So whichever
 * of them decides last sees all others that were not refused, and they never pass as several small ones. Each can see the
 * other, so both can be refused. If the worker dies in between, the opening stays as if it had been sent: the next decisions are
 * stricter, never milder. A step that opens nothing is left as it is.
 */
export async function storeOpening(
  changeStep: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  evaluation: ChangeEvaluation,
  deps: OpeningDependencies,
): Promise<StoredOpening> {
  const opening = openingOf(changeStep, evaluation, deps.clock());
  if (!opening) return openingNothing(evaluation);
  await deps.openings.put(opening);
  // The steps of a change were judged as starting at once, however long each takes.
  const decision = await decideOn(evaluation, deps, ({ step }) => !isOfChange(step, changeStep.change));
  return {
    evaluation: { ...evaluation, decision, riskLine: riskLineOf(decision, deps.policy) },
    forget: () => remove([opening], deps),
  };
}

/** Removes what a step that failed in the background would have opened. Never rejects. */
export async function removeOpening(
  step: Pick<ChangeStep, 'change' | 'index' | 'requester'>,
  deps: Pick<OpeningDependencies, 'openings' | 'log'>,
): Promise<void> {
  const id = idOfStep(step);
  const all = await deps.openings.since(step.requester, 0).catch(() => []);
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

const isOfChange = (step: string, change: string): boolean =>
  step === change || step.startsWith(`${change}.`);

/** What a step opens; undefined if it opens nothing. */
function openingOf(
  { step: { account }, ...changeStep }: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  { requester, steps: [{ plan, rules, known: timing }] }: ChangeEvaluation,
  at: number,
): Opening | undefined {
  const networkChange = plan.networkChange && withRuleContent(plan.networkChange, rules);
  if (!networkChange || !opens({ networkChange, account })) return undefined;
  const durationMs = plan.evaluatedAs ? plan.evaluatedAs.durationMs : timing && durationOf(timing, at);
  const openSince = plan.evaluatedAs?.openSince ?? at;
  return {
    step: idOfStep(changeStep),
    requester: requester.id,
    account,
    networkChange,
    at,
    openSince,
    ...(durationMs !== undefined && { endsAt: openSince + durationMs }),
  };
}
