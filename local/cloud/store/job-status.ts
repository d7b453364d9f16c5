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

/** Thrown by work that cannot be done: its job fails without a reason, and nothing is changed. */
export class WorkFailed extends Error {}

/** A job, whose status depends on the clock: notStarted, executing, then its outcome (docs/cloud-api.md, Jobs). */
export interface Job {
  readonly id: string;
  readonly account: string;
  readonly startedAt: number;
  readonly notStartedMs: number;
  readonly executingMs: number;
  /** The final status. Only `succeeded` changes the data. */
  outcome: JobStatus;
  /** A status that was set from outside, independent of the clock. */
  forced?: JobStatus;
  /** The change to make on success. Deleted afterwards. */
  work?: () => void;
  /** Additional fields of the experimental status operation. */
  readonly blueprint?: { readonly location: string; readonly network: string; readonly userName: string };
}

export function jobStatus(job: Job, now: number): JobStatus {
  if (job.forced !== undefined) return job.forced;
  const elapsed = now - job.startedAt;
  if (elapsed < job.notStartedMs) return 'notStarted';
  return elapsed < job.notStartedMs + job.executingMs ? 'executing' : job.outcome;
}

/** Makes the changes of all jobs that have succeeded, in the order of their ends. */
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
