import type { Again } from '../core/call-failed.ts';
import type { ProfileOf } from './person-label.ts';

/** A user group that Slack refuses to list, with Slack's error code: it was deleted, or the app lacks a scope. */
export interface MissingGroup {
  readonly id: string;
  readonly code: string;
  /** When Slack can list it: `when cured` by an administrator, who adds the scope, or `never`. */
  readonly again: Again;
}

/** The user groups of one person. */
interface GroupsOfPerson {
  readonly groups: readonly string[];
  /** The groups that Slack lists no members of, so that nobody counts as one. */
  readonly missing: readonly MissingGroup[];
}

/** Current members of Slack user groups. */
export interface Groups {
  /**
   * Resolves to the groups of `among` (group ids) that contain any of these user ids, which belong to one person. Rejects if Slack
   * can't be reached, or refuses the token.
   */
  of(ids: readonly string[], among: readonly string[]): Promise<GroupsOfPerson>;
}

/**
 * A person according to Slack. `refused`: why they can't use Skydesk, as a sentence. Full members of Skydesk's own workspace
 * have an `id`, the user id that everything is stored under, and `aliases`, their other user ids.
 */
type Membership = { readonly refused: string } | { readonly id: string; readonly aliases: readonly string[] };

/** Looks up people in Slack. Each call rejects if Slack cannot be reached. */
export interface Members {
  /** Resolves to what messages show of a person; undefined for an unknown one. Rejects with a `UserError` after many look-ups. */
  readonly profile: ProfileOf;
  /** Resolves to the name of the time zone in their Slack profile ("Europe/Berlin"); undefined if Slack has none. */
  timeZone(person: string): Promise<string | undefined>;
  /** Checks whether a person can use Skydesk. `team` is the workspace that they act in; undefined if they are not acting now. */
  check(person: string, team?: string): Promise<Membership>;
}
