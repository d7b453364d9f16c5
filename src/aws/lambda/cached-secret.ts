import type { Clock } from '../../core/clock.ts';

/** How long a value is cached, and how old it must be before `renew` reads it again, in milliseconds. */
const maxAge = 5 * 60_000;
const minRenewInterval = 10_000;

/**
 * A secret, cached for five minutes. `renew` reads it again, but at most every ten seconds, so that forged requests cannot
 * cause many reads. Concurrent callers share one read. While reads fail, the last value is used, if there is one, and a
 * read is retried every ten seconds.
 */
export class Secret<Content> {
  readonly #read: () => Promise<string>;
  readonly #parse: (text: string) => Content;
  readonly #clock: Clock;
  #known: { content: Content; at: number } | undefined;
  #reading: Promise<Content> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(read: () => Promise<string>, parse: (text: string) => Content, clock: Clock) {
    this.#read = read;
    this.#parse = parse;
    this.#clock = clock;
  }

  get(): Promise<Content> {
    return this.#noOlderThan(maxAge);
  }

  renew(): Promise<Content> {
    return this.#noOlderThan(minRenewInterval);
  }

  async #noOlderThan(age: number): Promise<Content> {
    const known = this.#known;
    const now = this.#clock();
    if (known && (now - known.at < age || now - this.#failedAt < minRenewInterval)) return known.content;
    this.#reading ??= this.#fetch().finally(() => {
      this.#reading = undefined;
    });
    try {
      return await this.#reading;
    } catch (error) {
      this.#failedAt = this.#clock();
      if (known) return known.content;
      throw error;
    }
  }

  async #fetch(): Promise<Content> {
    const content = this.#parse(await this.#read());
    this.#known = { content, at: this.#clock() };
    return content;
  }
}
