export const jobStatuses = [
  'notStarted',
  'executing',
  'succeeded',
  'failed',
  'resumed',
  'unknown',
  'running',
] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Thrown by work that cannot be done: its job ends as failed, without a reason, and nothing is changed. */
export class WorkFailed extends Error {}

/** Work that was accepted and goes on by the clock: notStarted, executing, then its outcome (service-facts 2.1). */
export interface Job {
  readonly id: string;
  readonly account: string;
  readonly startedAt: number;
  readonly notStartedMs: number;
  readonly executingMs: number;
  /** What it ends as; only `succeeded` changes the data. */
  outcome: JobStatus;
  /** Set from outside: this status from now on, independent of the clock. */
  forced?: JobStatus;
  /** The change it makes when it succeeds, taken away once made. */
  work?: () => void;
  /** Said by the experimental status operation besides the status. */
  readonly blueprint?: { readonly location: string; readonly network: string; readonly userName: string };
}

export function jobStatus(job: Job, now: number): JobStatus {
  if (job.forced !== undefined) return job.forced;
  const elapsed = now - job.startedAt;
  if (elapsed < job.notStartedMs) return 'notStarted';
  return elapsed < job.notStartedMs + job.executingMs ? 'executing' : job.outcome;
}

/** Makes the changes of all jobs that have succeeded by now, in the order they ended. */
export function settleJobs({ jobs }: { readonly jobs: ReadonlyMap<string, Job> }, now: number): void {
  const due = [...jobs.values()].filter((job) => job.work && jobStatus(job, now) === 'succeeded');
  const endOf = (job: Job) => job.startedAt + job.notStartedMs + job.executingMs;
  for (const job of due.toSorted((a, b) => endOf(a) - endOf(b))) {
    try {
      job.work?.();
    } catch (error) {
      if (!(error instanceof WorkFailed)) throw error;
      job.outcome = 'failed';
    }
    delete job.work;
  }
}
