/** Current members of Slack user groups. */
export interface Groups {
  /** The groups of `among` (group ids) that contain any of these user ids, which belong to one person. */
  of(ids: readonly string[], among: readonly string[]): Promise<readonly string[]>;
}

/**
 * A person according to Slack. `refused`: why they can't use Skydesk, as a sentence. For a full member of Skydesk's own
 * workspace: `id`, the one user id that everything is stored under, and `aliases`, all other user ids of that person.
 */
type Membership = { readonly refused: string } | { readonly id: string; readonly aliases: readonly string[] };

/** Looks up people in Slack. Each call rejects if Slack cannot be reached. */
export interface Members {
  /** The name used in `@` mentions; undefined for an unknown person. Rejects with a `UserError` if too many were looked up lately. */
  name(person: string): Promise<string | undefined>;
  /** The name of their time zone ("Europe/Berlin") in their Slack profile; undefined if Slack names none. */
  timeZone(person: string): Promise<string | undefined>;
  /** Checks whether a person can use Skydesk. `team` is the workspace that they act in; undefined if they are not acting now. */
  check(person: string, team?: string): Promise<Membership>;
}
