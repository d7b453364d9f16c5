import type { Text } from '../answer/answer.ts';

/** Identifies one resource to the reader of its kind. JSON, since it is stored with an Undo. */
export type SnapshotKey = Readonly<Record<string, string>>;

/** A changed resource in its stored form: its key, and the kind that identifies its reader. */
export type SnapshotSubject = SnapshotKey & { readonly kind: string };

/** The state of a resource. */
export interface Snapshot {
  /** JSON that is equal for equal states: sorted lists, nothing that changes by itself. */
  readonly content: unknown;
  /** The keys of the content that couldn't be read. What they hold says nothing. */
  readonly unread?: readonly string[] | undefined;
  /** A sentence, with the command that shows the resource. */
  readonly description: Text;
}

/** How a resource is found: as it was left, otherwise, or not at all. */
export type FoundState = 'as left' | 'changed' | 'gone';

/** A use of a resource, which ends with it. */
export interface Use {
  /** The resource that shows the use. */
  readonly subject: SnapshotSubject;
  /** The verb before the name: "assigned it to". */
  readonly verb: string;
  /** "DE1ACMEWEB01". */
  readonly name: string;
  /** The command that shows it. */
  readonly command: string;
}

/** Reads the state of one kind of resource: an Undo compares it to detect later changes. */
export interface SnapshotReader<Key, Context> {
  /** Stored with each Undo and each request for its approval, so it must never change once released. */
  readonly kind: string;
  read(key: Key, context: Context): Promise<Snapshot>;
  /** Returns the uses that would end with the resource, for a kind that others can use once it was created. */
  uses?(key: Key, context: Context): Promise<readonly Use[]>;
  /** Returns the command that lists what exists, in case the resource is gone. */
  listCommand(key: Key, context: Context): string;
}
