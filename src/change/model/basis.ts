/** What people agree to in a step. It must be the same when they confirm or approve it, and when the step is executed. */
export interface Basis {
  /** SHA-256, in hex, of the step and of what people read about it. */
  readonly hash: string;
  readonly title: string;
  /** The firewall policy or public IP that it changes: its name, the SHA-256 of its content, and whether a part of it can't be read. */
  readonly itself?:
    | { readonly name: string; readonly hash: string; readonly isUnread?: true | undefined }
    | undefined;
  /** For an Undo, or the end of what others opened further: hash of the state of the resource that it restores. */
  readonly subject?: string | undefined;
  /** Why the step would change nothing, as a sentence. */
  readonly already?: string | undefined;
}
