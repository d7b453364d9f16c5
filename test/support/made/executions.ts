import type { Change } from '../../../src/change/model/change.ts';
import { dueSteps } from '../../../src/change/model/step.ts';
import { executionOf } from '../../../src/lifecycle/run/enqueue-execution.ts';
import type { Execute } from '../../../src/queue/job.ts';

/** The jobs that execute the steps of a change that are due. `now` in milliseconds since 1970. */
export const executionsOf = (change: Change, now: number): readonly Execute[] =>
  dueSteps(change, now).map((changeStep) => executionOf(change, changeStep));
