import type { Word } from '../operation/words.ts';

/** Options by name. An undefined one is left out; an empty one is asked for by the form of the command. */
export type Options = Readonly<Record<string, string | undefined>>;

/** The command that a sentence stands for. */
export interface Said {
  readonly words: readonly Word[];
  /** What its author should know, as sentences: what was added or is missing. */
  readonly notes: readonly string[];
  /** Options for the forms that an answer offers: when the access ends, and why it is needed. */
  readonly access?: Options;
}

/** Why a sentence is not understood, as a sentence, and the commands that come nearest. */
export interface NotUnderstood {
  readonly unclear: string;
  readonly nearest: readonly string[];
}

export type Meaning = Said | NotUnderstood;

/** Creates the meaning of a sentence: the words of a command, its options, and what its author should know. */
export const command = (
  words: readonly (string | Word)[],
  options: Options = {},
  notes: readonly string[] = [],
): Said => ({
  words: [
    ...words.map((word) => (typeof word === 'string' ? { text: word } : word)),
    ...Object.entries(options).flatMap(([key, text]) => (text === undefined ? [] : [{ key, text }])),
  ],
  notes,
});
