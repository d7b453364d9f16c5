import type { Clock } from '../../core/clock.ts';

const maxAge = 5 * 60_000;
const soonest = 10_000;

/**
 * A secret that is read once and remembered for five minutes. `renew` reads it again, though not more often
 * than every ten seconds, so that forged requests cannot drive reads. Concurrent callers share one read. While
 * reading fails the last good value serves on, if there is one, and ten seconds pass before the next try.
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
    return this.#noOlderThan(soonest);
  }

  async #noOlderThan(age: number): Promise<Content> {
    const known = this.#known;
    const now = this.#clock();
    if (known && (now - known.at < age || now - this.#failedAt < soonest)) return known.content;
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
