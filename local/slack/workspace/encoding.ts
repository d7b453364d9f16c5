/** What Slack does to typed text for apps beyond the escaping that it always does. */
export interface Encoding {
  /** Sends emoji by their names: `:fire:`. */
  shortcodes: boolean;
  /** Sends tags without labels: `<#C1|>`, `<!subteam^S1>`, `<!here>`. */
  bareTags: boolean;
}

/** The encoding of a new workspace, which people can read in the journal. */
export const plainly: Readonly<Encoding> = { shortcodes: false, bareTags: false };
