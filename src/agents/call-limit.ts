/** Counts the calls of each person, so that an agent that repeats itself can't flood Skydesk. */
export interface CallLimit {
  /** Counts a call. Undefined if it may go on; otherwise in how many seconds one more may. */
  take(person: string): Promise<number | undefined>;
}
