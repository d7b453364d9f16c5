import type { Clock, Instant } from './clock.ts';

/** A value as it was read. */
export interface CacheEntry<Value> {
  readonly value: Value;
  /** When its read began: the value is at least as new as that. */
  readonly readAt: Instant;
}

/**
 * The last value that `read` gave. Concurrent callers share one read. A failed read rejects, is not cached, and leaves the
 * last value as it is.
 */
export class Cached<Value> {
  readonly #read: () => Promise<Value>;
  readonly #clock: Clock;
  #last: CacheEntry<Value> | undefined;
  #reading: Promise<Value> | undefined;

  constructor(read: () => Promise<Value>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The last value, however old; undefined before the first successful read. */
  get last(): CacheEntry<Value> | undefined {
    return this.#last;
  }

  /** Whether a read is in progress, which the next `get` would share. */
  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** The last value if `isFresh` accepts it, else a new one. Rejects as the read does. */
  async get(isFresh: (entry: CacheEntry<Value>) => boolean): Promise<Value> {
    if (this.#last && isFresh(this.#last)) return this.#last.value;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<Value> {
    const readAt = this.#clock();
    const value = await this.#read();
    this.#last = { value, readAt };
    return value;
  }
}
