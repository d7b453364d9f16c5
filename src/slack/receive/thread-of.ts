/** `thread_ts` of the thread that a message is a reply in; undefined for the parent message of a thread. */
export const threadOf = (thread_ts: unknown, ts: unknown): string | undefined =>
  typeof thread_ts === 'string' && thread_ts !== '' && thread_ts !== ts ? thread_ts : undefined;
