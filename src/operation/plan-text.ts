/** A line of a plan as its requester wrote it. */
interface TypedLine {
  readonly text: string;
}

/** A line of a runbook, parsed at build time: an operation, and the words for its fields. */
interface ReadLine {
  readonly operation: string;
  readonly raw: Readonly<Record<string, string>>;
}

/** A line of a plan: one command. */
export type PlanLine = (TypedLine | ReadLine) & {
  /** Line number, from 1; blank lines count. */
  readonly number: number;
  /** The form field that shows its mistakes. */
  readonly field?: string | undefined;
};

/** The content of a plan: its commands, in order. JSON. */
export interface PlanText {
  /** The name of the runbook; undefined for lines that the requester wrote. */
  readonly name?: string;
  /** Whether a failed step undoes the completed ones. */
  readonly allOrNothing: boolean;
  readonly lines: readonly PlanLine[];
}

/** Returns the commands of a text, without blank lines and without comments, which begin with `#`. */
export const commandsIn = (text: string): readonly { readonly number: number; readonly text: string }[] =>
  text
    .split(/\r\n|[\n\r]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter(({ text: line }) => line !== '' && !line.startsWith('#'));
