import { normalize } from '../core/normalize.ts';

/** One word of a sentence, or a mark between words: a comma or an ampersand. */
export interface Token {
  /** As it was typed, without quotes. */
  readonly text: string;
  /** In lower case, to compare. A quoted text keeps its quotes here, so it equals no word of the grammar. */
  readonly low: string;
  readonly isQuoted: boolean;
  /** The positions in the line at which it begins, and before which it ends. */
  readonly begin: number;
  readonly end: number;
}

/** Puts a line on one line with plain quotes and spaces. Each character stays at its place. */
export const plainLine = (typed: string): string =>
  normalize(typed).replace(/[’‘]/g, "'").replace(/[“”„]/g, '"');

/** A quoted text, a mark, a word, or a quote without its pair: each character of a line but white space is in one of them. */
const each = /"([^"]*)"|[,&]|[^\s,"]+|"/g;

/** Splits a plain line into its words and marks. No character but white space is left out. */
export const tokensOf = (line: string): readonly Token[] =>
  [...line.matchAll(each)].map((match) => {
    const [whole, quoted] = match;
    return {
      text: quoted ?? whole,
      low: whole.toLowerCase(),
      isQuoted: quoted !== undefined,
      begin: match.index,
      end: match.index + whole.length,
    };
  });
