/** The state that a step was evaluated against. It must be unchanged at each vote and when the step is executed. */
export interface Basis {
  /** SHA-256, in hex, of the step and of all that it was evaluated against. */
  readonly hash: string;
  readonly title: string;
  /** Each firewall rule with a SHA-256 of its content: the content itself could exceed the size limit of a DynamoDB item. */
  readonly rules: readonly { readonly id: string; readonly hash: string }[];
  /** For an Undo: SHA-256 of the state of the resource that it restores. */
  readonly subject?: string | undefined;
  /** Why it would change nothing, as a sentence. */
  readonly already?: string | undefined;
}
