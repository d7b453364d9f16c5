import type { Clock, Instant } from './clock.ts';

/** A value as it was read. */
export interface CacheEntry<Value> {
  readonly value: Value;
  /** When its read began: the value is at least as new as that. */
  readonly readAt: Instant;
}

/**
 * Keeps the last value that `read` gave. Concurrent callers share one read. A failed read rejects, is not cached, and leaves
 * the last value as it is.
 */
export function cacheOf<Value>(read: () => Promise<Value>, clock: Clock) {
  let last: CacheEntry<Value> | undefined;
  let reading: Promise<Value> | undefined;

  async function readNow(): Promise<Value> {
    const readAt = clock();
    const value = await read();
    last = { value, readAt };
    return value;
  }

  return {
    /** The last value, however old; undefined before the first successful read. */
    last: () => last,
    /** Whether a read is in progress, which the next `get` would share. */
    isReading: () => reading !== undefined,
    /** The last value if `isFresh` accepts it, else a new one. Rejects as the read does. */
    async get(isFresh: (entry: CacheEntry<Value>) => boolean): Promise<Value> {
      if (last && isFresh(last)) return last.value;
      reading ??= readNow().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
