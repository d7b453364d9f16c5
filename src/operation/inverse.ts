import type { Text } from '../answer/answer.ts';
import type { SnapshotSubject } from './snapshot.ts';

/** An operation with its arguments, and the line that requests the same. JSON. */
export interface Command {
  readonly operation: string;
  /** The words of each field. */
  readonly raw: Readonly<Record<string, string>>;
  readonly line: string;
}

/** The command that undoes a change, as its operation declares it. `Key` names the thing that was changed. */
export interface Inverse<Key> extends Command {
  /** Which thing was changed, for the operation's snapshot, if the operation doesn't declare it (`changes`). */
  readonly of?: Key;
  /** The content of the state that the change leaves, where it is known: any other was made by another change meanwhile. */
  readonly after?: unknown;
  /** What it doesn't restore, as a sentence. */
  readonly warning?: Text | undefined;
}

/** An inverse command as it is stored, with the resource that was changed. */
export interface InverseCommand extends Omit<Inverse<never>, 'of'> {
  readonly subject: SnapshotSubject;
}
