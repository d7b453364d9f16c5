import type { Choice } from '../../src/answer/choices.ts';

/** The commands that can be typed. */
export interface CommandList {
  /** With its slash. */
  readonly command: string;
  readonly operations: readonly ListedOperation[];
}

export interface ListedOperation {
  readonly words: readonly string[];
  readonly summary: string;
  /** Those with a place first, in their order. */
  readonly arguments: readonly ListedArgument[];
}

export interface ListedArgument {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly example: string;
  readonly required: boolean;
  /** Has a place on the line; any other is written `name=value`. */
  readonly positional: boolean;
  /** Takes all remaining words of the line. */
  readonly rest: boolean;
  /** What it can be, where the field knows it. */
  readonly choices?: readonly Choice[];
}
