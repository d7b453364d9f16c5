import type { Change } from '../model/change.ts';
import { executionId, isOfRun } from '../model/ids.ts';
import type { Step } from '../model/step.ts';

/** What stands for the id of a job in what the sweeper ended. */
export const sweepJob = 'sweep';

/** Whether another job has claimed a step than this one. The sweeper ends those of which nothing was heard for too long. */
export const isOfAnother = ({ claimed }: Step, job: string): boolean =>
  claimed !== undefined && job !== sweepJob && !isOfRun(job, claimed.job);

/** Whether a job runs the step at `index`, or polls what that started, in an attempt that is over. */
export function isOfEarlierAttempt({ id, steps }: Change, index: number, job: string): boolean {
  const attempts = executionId(id, index);
  return job.startsWith(attempts) && !isOfRun(job, executionId(id, index, steps[index]?.attempt));
}
