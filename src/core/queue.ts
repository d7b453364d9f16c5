export interface Queue<Job> {
  /** At least once; `delay` in whole seconds, at most 900. */
  send(job: Job, delay?: number): Promise<void>;
}
