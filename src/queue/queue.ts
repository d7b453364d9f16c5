/** The job queue. */
export interface Queue<Job> {
  /** Queues a job for delivery at least once. `delay` in whole seconds, at most 900. */
  send(job: Job, delay?: number): Promise<void>;
}
