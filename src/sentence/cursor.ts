import type { Token } from './sentence-words.ts';

/** Why a sentence is not understood, as a sentence, and the lines that come nearest. */
export class Unclear extends Error {
  readonly nearest: readonly string[];

  constructor(why: string, ...nearest: readonly string[]) {
    super(why);
    this.nearest = nearest;
  }
}

/** Reads the words of a sentence in their order. What no rule takes ends it: nothing is searched for, and nothing is skipped. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The number of words that are left. */
  get left(): number {
    return this.#tokens.length - this.#at;
  }

  /** The next word in lower case; empty at the end. */
  get next(): string {
    return this.ahead().low;
  }

  /** The words that are left, as they were typed. */
  get rest(): string {
    return this.#tokens
      .slice(this.#at)
      .map(({ text }) => text)
      .join(' ');
  }

  /** Returns a word further on; an empty one past the end. */
  ahead(by = 0): Pick<Token, 'text' | 'low' | 'isQuoted'> {
    return this.#tokens[this.#at + by] ?? { text: '', low: '', isQuoted: false };
  }

  /** Returns a cursor at the same place, to look ahead. */
  copy(): Cursor {
    return new Cursor(this.#tokens.slice(this.#at));
  }

  /** Moves on by some words. */
  skip(words = 1): void {
    this.#at += words;
  }

  /** Whether these words are next. */
  sees(phrase: string): boolean {
    return phrase.split(' ').every((word, by) => this.ahead(by).low === word);
  }

  /** Takes the first of these phrases that is next; undefined if none is. A longer one stands before its beginning. */
  take(...phrases: readonly string[]): string | undefined {
    const found = phrases.find((phrase) => this.sees(phrase));
    if (found !== undefined) this.skip(found.split(' ').length);
    return found;
  }

  /** Takes the next word if it is not quoted and matches. */
  match(pattern: RegExp): string | undefined {
    const { text, low, isQuoted } = this.ahead();
    if (isQuoted || !pattern.test(low)) return undefined;
    this.skip();
    return text;
  }

  /** Runs a reading. If it doesn't understand the words, it takes none of them, and `otherwise` has the reason. */
  attempt<Read, Else = undefined>(read: () => Read, otherwise: (why: Unclear) => Else): Read | Else {
    const before = this.#at;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      this.#at = before;
      return otherwise(error);
    }
  }

  /** Refuses what is left. */
  finish(...nearest: readonly string[]): void {
    if (!this.isAtEnd) throw new Unclear(`I don’t understand “${this.rest}” here.`, ...nearest);
  }
}
