import type { Text } from '../answer/answer.ts';
import type { SnapshotSubject } from './snapshot.ts';

/** An operation with its arguments, and the line that requests it. JSON. */
export interface Command {
  readonly operation: string;
  /** The words by field. */
  readonly raw: Readonly<Record<string, string>>;
  readonly line: string;
}

/** The command that undoes a change, as its operation declares it. `Key` identifies the changed resource. */
export interface Inverse<Key> extends Command {
  /** The changed resource, for the operation's snapshot. Required unless the operation declares `changes`. */
  readonly of?: Key;
  /** The content after the change, if it is known. Any other content comes from another change since then. */
  readonly after?: unknown;
  /** The part that it doesn't restore, as a sentence. */
  readonly warning?: Text | undefined;
}

/** An inverse command in its stored form, with the changed resource. */
export interface InverseCommand extends Omit<Inverse<never>, 'of'> {
  readonly subject: SnapshotSubject;
}
