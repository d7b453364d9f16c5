import type { Clock } from '../core/ports.ts';

const maxAge = 5 * 60_000;
const soonest = 10_000;

/**
 * A secret that is read once and remembered for five minutes. `renew` reads it again, though not more often
 * than every ten seconds, so that forged requests cannot drive reads. Concurrent callers share one read, and
 * a failed read is not remembered; while a renewal fails the last good value serves on.
 */
export class Secret<Content> {
  readonly #read: () => Promise<string>;
  readonly #parse: (text: string) => Content;
  readonly #clock: Clock;
  #known: { content: Content; at: number } | undefined;
  #reading: Promise<Content> | undefined;

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
    if (known && this.#clock() - known.at < age) return known.content;
    this.#reading ??= this.#fetch().finally(() => {
      this.#reading = undefined;
    });
    try {
      return await this.#reading;
    } catch (error) {
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
