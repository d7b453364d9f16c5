/** The thread that a message stands in. A message that others answered in a thread of its own is not in that thread. */
export const threadOf = (thread_ts: unknown, ts: unknown): string | undefined =>
  typeof thread_ts === 'string' && thread_ts !== '' && thread_ts !== ts ? thread_ts : undefined;
