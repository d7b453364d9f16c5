import { type CacheEntry, cacheOf } from './cached.ts';
import type { Clock, Millis } from './clock.ts';

/** Upper bound for the keys of one cache: a long-running process must not grow. */
const maxKeys = 1000;

/**
 * Caches the last value for each of up to 1000 keys; a new key evicts the oldest one. Concurrent callers of a key share one read,
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
    /** Returns the value for a key, at most `maxAge` old. Rejects if the read does. */
    get: (key: string, maxAge: Millis): Promise<Value> =>
      cacheFor(key).get((entry) => isFresh(entry, maxAge)),
    /** Returns whether `get` needs no read of its own. */
    has(key: string, maxAge: Millis): boolean {
      const known = cached.get(key);
      return known !== undefined && (known.isReading() || isFresh(known.last(), maxAge));
    },
  };
}
