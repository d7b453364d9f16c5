import type { Text } from '../answer/answer.ts';

/** Names one resource to the reader of its kind. Stored with an Undo, so it is JSON. */
export type SnapshotKey = Readonly<Record<string, string>>;

/** A resource that a change has changed, as it is stored: its key, and the kind that names its reader. */
export type SnapshotSubject = SnapshotKey & { readonly kind: string };

/** The state of a resource. */
export interface Snapshot {
  /** JSON that is equal for equal states: lists are sorted, and nothing is in it that changes by itself. */
  readonly content: unknown;
  /** A sentence, with the command that shows the resource. */
  readonly description: Text;
}

/** One thing that a resource was put to use for, and that goes with it. */
export interface Use {
  /** The resource that shows it. */
  readonly subject: SnapshotSubject;
  /** What somebody did, before the name: "assigned it to". */
  readonly verb: string;
  /** "DE1ACMEWEB01". */
  readonly name: string;
  /** The command that shows it. */
  readonly command: string;
}

/** Reads the state of one kind of resource, so that an Undo can tell whether it was changed since. */
export interface SnapshotReader<Key, Context> {
  /** Stored with each Undo and each request for its approval, so it must never change once released. */
  readonly kind: string;
  read(key: Key, context: Context): Promise<Snapshot>;
  /** What would go with the resource, for a kind of which others use what a change has created. */
  uses?(key: Key, context: Context): Promise<readonly Use[]>;
  /** The command that lists what exists, for when the resource itself is gone. */
  listCommand(key: Key, context: Context): string;
}
