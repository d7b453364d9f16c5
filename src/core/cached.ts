import type { Clock, Instant } from './clock.ts';

/** A value that was read. */
export interface CacheEntry<Value> {
  readonly value: Value;
  /** The start of its read: the value is at least as new as that. */
  readonly readAt: Instant;
}

/**
 * Caches the last value of `read`. Concurrent callers share one read. A failed read rejects, is not cached, and doesn't affect
 * the last value.
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
    /** Returns the last value, however old; undefined before the first successful read. */
    last: () => last,
    /** Returns whether a read is in progress, which the next `get` would share. */
    isReading: () => reading !== undefined,
    /** Returns the last value if `isFresh` accepts it, else a new one. Rejects if the read does. */
    async get(isFresh: (entry: CacheEntry<Value>) => boolean): Promise<Value> {
      if (last && isFresh(last)) return last.value;
      reading ??= readNow().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
