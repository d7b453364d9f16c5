import { dueJob } from '../../../src/jobs/due-job.ts';
import type { QueuedJob, Reconcile } from '../../../src/queue/job.ts';
import { sweep as look, type WorkerDependencies } from '../functions.ts';

/** How long a worker holds a job, in milliseconds. */
const heldMs = 60_000;

/** A run of the sweeper, and then the jobs that it sends without a delay, one after the other. */
export async function sweep(deps: WorkerDependencies): Promise<void> {
  const jobs: Reconcile[] = [];
  const send = async (job: QueuedJob, delay = 0): Promise<void> => {
    if (job.kind === 'reconcile' && delay === 0) jobs.push(job);
  };
  await look({ ...deps, queue: { send } });
  for (const job of jobs) await dueJob(job, heldMs, deps);
}
