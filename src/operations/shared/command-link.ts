import type { CommandArguments } from './command-arguments.ts';

export type OperationId = keyof CommandArguments;

/** Left out where nothing has to be given. */
type Given<Args> = Record<never, never> extends Args ? readonly [args?: Args] : readonly [args: Args];

/** Writes the command of an operation, as one would type it. Arguments are words, as on the line. */
export type WriteLink = <Id extends OperationId>(id: Id, ...args: Given<CommandArguments[Id]>) => string;

/** The words of an operation without its arguments: they open its form, and `help` explains them. */
export const commandWords = (id: OperationId): string => id.replaceAll('.', ' ');
