import type { Text } from './answer.ts';
import type { SnapshotSubject } from './snapshot.ts';

/** The command that undoes a change, as its operation declares it. `Key` names the thing that was changed. */
export interface Inverse<Key> {
  /** What one would type. */
  readonly line: string;
  /** Which thing was changed, for the operation's snapshot. */
  readonly of: Key;
  /** The content of the state that the change leaves, where it is known: any other was made by somebody else meanwhile. */
  readonly left?: unknown;
  /** What it does not bring back, as a sentence. */
  readonly warns?: Text | undefined;
}

/** An inverse command as it is kept, with the thing that was changed named for good. */
export interface InverseCommand extends Omit<Inverse<never>, 'of'> {
  readonly subject: SnapshotSubject;
}

/** A way back that is offered. Its id is all that a button carries. */
export interface Undo extends InverseCommand {
  /** The id of the request that it undoes. */
  readonly id: string;
  readonly requester: string;
  readonly account: string;
  /** What was done, as a clause after "will". */
  readonly says: string;
  /** SHA-256 over the state in which the change left its subject. */
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type Used =
  | { readonly undo: Undo }
  | { readonly refused: 'unknown' | 'expired' }
  | { readonly refused: 'used'; readonly by: string };

export interface UndoStore {
  /** Keeps a new one; the same id again changes nothing. */
  put(undo: Undo): Promise<void>;
  /** Whether it is still offered: its time is not over, and nobody has used it. */
  look(id: string, job: string): Promise<Used>;
  /**
   * One conditional write: used by nobody yet. The same `job` may ask twice. What was looked at in time may be used
   * when the time is over.
   */
  use(id: string, by: string, job: string): Promise<Used>;
  /** Nothing came of what `job` used it for, so others may use it. */
  giveBack(id: string, job: string): Promise<void>;
}
