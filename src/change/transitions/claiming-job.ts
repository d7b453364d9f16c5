import type { Change } from '../model/change.ts';
import { executionId, isOfRun } from '../model/ids.ts';
import type { Step } from '../model/step.ts';

/** Stands for the job id in steps that the sweeper completed. */
export const sweepJob = 'sweep';

/** Returns whether another job than this one has claimed a step. False for the sweeper, which completes abandoned steps. */
export const isOfAnother = ({ claimed }: Step, job: string): boolean =>
  claimed !== undefined && job !== sweepJob && !isOfRun(job, claimed.job);

/** Returns whether a job belongs to an earlier attempt at the step at `index`, as its run or one of its polls. */
export function isOfEarlierAttempt({ id, steps }: Change, index: number, job: string): boolean {
  const attempts = executionId(id, index);
  return job.startsWith(attempts) && !isOfRun(job, executionId(id, index, steps[index]?.attempt));
}
