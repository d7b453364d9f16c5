import type { Command } from '../../operation/inverse.ts';
import type { CommandArguments } from './command-arguments.ts';

export type OperationId = keyof CommandArguments;

/** The arguments of a link; optional if the command requires none. */
type LinkArguments<Args> = Record<never, never> extends Args ? readonly [args?: Args] : readonly [args: Args];

/** Builds the command of an operation. Arguments are words as a person would type them. */
export type MakeCommand = <Id extends OperationId>(
  id: Id,
  ...args: LinkArguments<CommandArguments[Id]>
) => Command;

/** Writes the line of such a command. */
export type WriteLink = <Id extends OperationId>(
  id: Id,
  ...args: LinkArguments<CommandArguments[Id]>
) => string;

/** Returns the words of an operation without arguments: they open its form, and `help` explains them. */
export const commandWords = (id: OperationId): string => id.replaceAll('.', ' ');
