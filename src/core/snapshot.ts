import type { Text } from './answer.ts';

/** Names one thing to the reader of its kind. Kept with an Undo, so it is JSON. */
export type SnapshotKey = Readonly<Record<string, string>>;

/** A thing that a change has changed, as it is kept: what its reader needs, and which reader that is. */
export type SnapshotSubject = SnapshotKey & { readonly kind: string };

/** The state of a thing. */
export interface Snapshot {
  /** JSON, equal for an equal state: lists in order, and without what changes by itself. */
  readonly content: unknown;
  /** A sentence, with the command that shows the thing. */
  readonly description: Text;
}

/** Reads the state of one kind of thing, so that an Undo can tell whether somebody changed it since. */
export interface SnapshotReader<Key, Context> {
  /** Kept with each Undo and each request for approval of one: once released, it stays as it is. */
  readonly kind: string;
  read(key: Key, context: Context): Promise<Snapshot>;
  /** The command that shows what there is, for when the thing itself is gone. */
  listCommand(key: Key, context: Context): string;
}
