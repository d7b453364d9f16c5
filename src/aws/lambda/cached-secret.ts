import { Cached } from '../../core/cached.ts';
import type { Clock, Millis } from '../../core/clock.ts';

/** How long a value is cached, and how old it must be before `renew` reads it again. */
const maxAge: Millis = 5 * 60_000;
const minRenewInterval = 10_000;

/**
 * A secret, cached for five minutes. `renew` reads it again, but at most every ten seconds, so that forged requests cannot
 * cause many reads. Concurrent callers share one read. While reads fail, the last value is used, if there is one, and a
 * read is retried every ten seconds.
 */
export class Secret<Content> {
  readonly #cached: Cached<Content>;
  readonly #clock: Clock;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(read: () => Promise<string>, parse: (text: string) => Content, clock: Clock) {
    this.#cached = new Cached(async () => parse(await read()), clock);
    this.#clock = clock;
  }

  get(): Promise<Content> {
    return this.#noOlderThan(maxAge);
  }

  renew(): Promise<Content> {
    return this.#noOlderThan(minRenewInterval);
  }

  async #noOlderThan(age: number): Promise<Content> {
    const now = this.#clock();
    try {
      return await this.#cached.get(
        ({ readAt }) => now - readAt < age || now - this.#failedAt < minRenewInterval,
      );
    } catch (error) {
      this.#failedAt = this.#clock();
      if (this.#cached.last) return this.#cached.last.value;
      throw error;
    }
  }
}
