import type { Choice } from '../../src/answer/choices.ts';

export interface CommandList {
  /** Name of the slash command, with its slash. */
  readonly command: string;
  readonly operations: readonly ListedOperation[];
}

export interface ListedOperation {
  readonly words: readonly string[];
  readonly summary: string;
  /** The arguments, with the positional ones first, in their order. */
  readonly arguments: readonly ListedArgument[];
}

export interface ListedArgument {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly example: string;
  readonly required: boolean;
  /** Whether it is positional; any other is written `name=value`. */
  readonly positional: boolean;
  /** Whether it takes all remaining words of the line. */
  readonly rest: boolean;
  /** Its possible values, if the field lists them. */
  readonly choices?: readonly Choice[];
}
