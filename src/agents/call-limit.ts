/** Limits the calls of each person, so that an agent in a loop can't flood Skydesk. */
export interface CallLimit {
  /** Counts a call. Resolves to undefined if it is allowed, else to the number of seconds until the next call is allowed. */
  take(person: string): Promise<number | undefined>;
}
