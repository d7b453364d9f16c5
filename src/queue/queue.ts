/** The job queue. */
export interface Queue<Job> {
  /** Queues a job for delivery at least once. `delay` in whole seconds, at most 900. A job can be queued although this rejects. */
  send(job: Job, delay?: number): Promise<void>;
}
