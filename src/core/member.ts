/** Who is in a user group of Slack, as it is now. */
export interface Groups {
  /** Those of `among` (group ids) that the person with these user ids is in. */
  of(ids: readonly string[], among: readonly string[]): Promise<readonly string[]>;
}

/**
 * What Slack says of a person: why Skydesk does not serve them, in a sentence; or, of a full member of the bot's own
 * workspace, the one user id under which everything about them is kept, and the other ids that Slack has for them.
 */
export type Membership =
  | { readonly refused: string }
  | { readonly id: string; readonly aliases: readonly string[] };

/** Who people are to Slack. Each rejects when Slack cannot be asked. */
export interface Members {
  /**
   * The name that is typed behind `@`; undefined for an unknown person. Rejects with a `Failure` when too many were looked
   * up just now.
   */
  name(person: string): Promise<string | undefined>;
  /** `team` is the workspace in which they acted; left out for a person who is not acting now. */
  check(person: string, team?: string): Promise<Membership>;
}
