import type { Change } from '../../../src/change/model/change.ts';
import type { ChangeEvaluation } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import { runConfirmed } from '../../../src/lifecycle/request/confirmed-change.ts';
import type { ApprovedRunDependencies } from '../../../src/lifecycle/run/run-of-step.ts';
import type { Result } from '../../../src/queue/result.ts';

/** Stores a change of one step that a click confirmed and judged like this, and carries on with it. */
export const runAsConfirmed = (
  change: Change,
  job: string,
  evaluation: ChangeEvaluation,
  deps: ApprovedRunDependencies,
): Promise<Result> =>
  runConfirmed({ change, job, evaluation, points: [] }, { evaluation, forget: async () => {} }, [], deps);
