import type { Change } from '../../../src/change/model/change.ts';
import type { ChangeEvaluation } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import { carryOn } from '../../../src/lifecycle/request/answer-click.ts';
import { storeConfirmed } from '../../../src/lifecycle/request/confirmed-change.ts';
import type { ApprovedRunDependencies } from '../../../src/lifecycle/run/run-of-step.ts';
import type { Result } from '../../../src/queue/result.ts';

/** Stores a change of one step that a click confirmed and judged like this, and carries on with it. */
export async function runAsConfirmed(
  change: Change,
  job: string,
  evaluation: ChangeEvaluation,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const judged = { opening: { evaluation, forget: async () => {} }, resources: [] };
  return carryOn(await storeConfirmed({ change, job, evaluation, points: [] }, judged, deps), deps);
}
