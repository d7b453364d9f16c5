/**
 * Who may be named in a list of people: a Slack user (U… or W…), a user group (S…), or "*" for every full member of
 * the workspace. An empty list names nobody.
 */
export type People = readonly string[];

/** Points for each thing that makes a change risky; 0 switches one off. */
export interface Points {
  /** A quarter of the internet's addresses or more may be a source. */
  readonly anySource: number;
  /** More than the 65,536 addresses of a /16 at one end. */
  readonly largeRange: number;
  /** A service is opened over which others log in, run commands or read data (services.ts). */
  readonly remoteAccess: number;
  /** More than half of the ports of a protocol are opened, TCP and UDP taken together. */
  readonly everyPort: number;
  readonly crossAccount: number;
  /** A rule is deleted or switched off. */
  readonly deletesPolicy: number;
  /** The account is marked as production. */
  readonly production: number;
  /** The rule that the change names could not be looked at, or its sources not be understood. */
  readonly unknownPolicy: number;
}

/** What a change needs whose points come to a sum. */
export interface Level {
  /** The lowest sum of points that reaches the level. */
  readonly minScore: number;
  /** Distinct people who must agree, never counting who asked. */
  readonly approvers: 0 | 1 | 2;
  readonly ticket: boolean;
}

/** What holds in one account instead of the general rule. */
export interface AccountRules {
  readonly change?: People | undefined;
  readonly approve?: People | undefined;
  readonly production: boolean;
}

/** The policy in full: what policy.json leaves out is filled in (`readPolicy`, `defaults`). */
export interface Policy {
  /** The team id (T…) of the only workspace that is served; any when undefined. */
  readonly workspace?: string | undefined;
  /** The ids of the channels where commands are taken; all when undefined. */
  readonly channels?: readonly string[] | undefined;
  readonly people: { readonly read: People; readonly change: People; readonly approve: People };
  /** By alias in capitals. */
  readonly accounts: Readonly<Record<string, AccountRules>>;
  readonly approvals: {
    /** "#name" or a channel's id. */
    readonly channel: string;
    readonly expiresMinutes: number;
    /** After so many minutes without a decision the approvers are reminded, once. */
    readonly remindMinutes: number;
  };
  /** Levels rise: neither approvers nor the ticket is less than at a level below. */
  readonly risk: { readonly points: Points; readonly levels: readonly Level[] };
  /** Who may decide alone on what they asked for themselves; nobody when undefined. */
  readonly breakGlass?: { readonly people: People; readonly reasonRequired: boolean } | undefined;
}

/** What holds where policy.json says nothing. It names nobody, so it works in any workspace. */
export const defaults: Policy = {
  people: { read: ['*'], change: ['*'], approve: ['*'] },
  accounts: {},
  approvals: { channel: '#approvals', expiresMinutes: 480, remindMinutes: 60 },
  risk: {
    points: {
      anySource: 3,
      largeRange: 2,
      remoteAccess: 2,
      everyPort: 1,
      crossAccount: 2,
      deletesPolicy: 1,
      production: 2,
      unknownPolicy: 4,
    },
    levels: [
      { minScore: 4, approvers: 1, ticket: false },
      { minScore: 5, approvers: 2, ticket: false },
      { minScore: 7, approvers: 2, ticket: true },
    ],
  },
};
