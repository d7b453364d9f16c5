import { type CacheEntry, cacheOf } from './cached.ts';
import type { Clock, Millis } from './clock.ts';

/** Upper bound for the keys of one cache, so that a long-running process doesn't grow. */
const maxKeys = 1000;

/**
 * Keeps the last value for each key, at most 1000 of them: the oldest key makes room. Concurrent callers of a key share one read,
 * and failed reads are not cached.
 */
export function cacheByKey<Value>(read: (key: string) => Promise<Value>, clock: Clock) {
  const cached = new Map<string, ReturnType<typeof cacheOf<Value>>>();

  const isFresh = (entry: CacheEntry<Value> | undefined, maxAge: Millis): boolean =>
    entry !== undefined && clock() - entry.readAt < maxAge;

  function cacheFor(key: string) {
    const known = cached.get(key);
    if (known) return known;
    const added = cacheOf(() => read(key), clock);
    cached.set(key, added);
    const [oldest = key] = cached.keys();
    if (cached.size > maxKeys) cached.delete(oldest);
    return added;
  }

  return {
    /** The value for a key, at most `maxAge` old. Rejects as the read does. */
    get: (key: string, maxAge: Millis): Promise<Value> =>
      cacheFor(key).get((entry) => isFresh(entry, maxAge)),
    /** Whether `get` would need no read of its own. */
    has(key: string, maxAge: Millis): boolean {
      const known = cached.get(key);
      return known !== undefined && (known.isReading() || isFresh(known.last(), maxAge));
    },
  };
}
