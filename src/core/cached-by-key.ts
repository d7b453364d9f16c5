import { Cached, type CacheEntry } from './cached.ts';
import type { Clock, Millis } from './clock.ts';

/** Upper bound for the keys of one cache, so that a long-running process doesn't grow. */
const maxKeys = 1000;

/**
 * The last value for each key, at most 1000 of them: the oldest key makes room. Concurrent callers of a key share one read,
 * and failed reads are not cached.
 */
export class CachedByKey<Value> {
  readonly #read: (key: string) => Promise<Value>;
  readonly #clock: Clock;
  readonly #cached = new Map<string, Cached<Value>>();

  constructor(read: (key: string) => Promise<Value>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The value for a key, at most `maxAge` old. Rejects as the read does. */
  get(key: string, maxAge: Millis): Promise<Value> {
    return this.#of(key).get((entry) => this.#isFresh(entry, maxAge));
  }

  /** Whether `get` would need no read of its own. */
  has(key: string, maxAge: Millis): boolean {
    const cached = this.#cached.get(key);
    return cached !== undefined && (cached.isReading || this.#isFresh(cached.last, maxAge));
  }

  #isFresh(entry: CacheEntry<Value> | undefined, maxAge: Millis): boolean {
    return entry !== undefined && this.#clock() - entry.readAt < maxAge;
  }

  #of(key: string): Cached<Value> {
    const known = this.#cached.get(key);
    if (known) return known;
    const cached = new Cached(() => this.#read(key), this.#clock);
    this.#cached.set(key, cached);
    const [oldest = key] = this.#cached.keys();
    if (this.#cached.size > maxKeys) this.#cached.delete(oldest);
    return cached;
  }
}
