/** A line of a plan as its requester wrote it. */
interface TypedLine {
  readonly text: string;
}

/** A line of a runbook, which was read when Skydesk was built: an operation, and the words for its fields. */
interface ReadLine {
  readonly operation: string;
  readonly raw: Readonly<Record<string, string>>;
}

/** A line of a plan: one command. */
export type PlanLine = (TypedLine | ReadLine) & {
  /** Counts the lines from 1, also those that are blank. */
  readonly number: number;
  /** The field of the form at which its mistakes are shown. */
  readonly field?: string | undefined;
};

/** What a plan says: its commands, in order. JSON. */
export interface PlanText {
  /** The name of the runbook; undefined for lines that its requester wrote. */
  readonly name?: string;
  /** Whether the steps that are done are undone if a later one fails. */
  readonly allOrNothing: boolean;
  readonly lines: readonly PlanLine[];
}

/** The commands of a text: its lines without blank ones and without comments, which begin with `#`. */
export const commandsIn = (text: string): readonly { readonly number: number; readonly text: string }[] =>
  text
    .split(/\r\n|[\n\r]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter(({ text: line }) => line !== '' && !line.startsWith('#'));
