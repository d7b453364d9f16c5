/** Looks up names in Slack; undefined for an unknown id. Each call rejects if Slack can't be reached. */
export interface Names {
  /** Returns the handle of a person: `name` of Slack's user object. */
  person(id: string): Promise<string | undefined>;
  /** Returns the handle of a user group. */
  group(id: string): Promise<string | undefined>;
  channel(id: string): Promise<string | undefined>;
}
