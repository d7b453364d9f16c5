/** `thread_ts` of the thread that a message is a reply in; undefined for the parent message of a thread. */
export const threadOf = (threadTs: unknown, ts: unknown): string | undefined =>
  typeof threadTs === 'string' && threadTs !== '' && threadTs !== ts ? threadTs : undefined;
