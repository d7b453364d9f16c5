import type { FreezeWindow } from './freeze.ts';
import { riskRules } from './rules/index.ts';

/**
 * Who may be named in a list of people: a Slack user (U… or W…), a user group (S…), or "*" for every full member of
 * the workspace. An empty list names nobody.
 */
export type People = readonly string[];

/** The points of each risk rule, by its id. A missing one has the rule's default; 0 disables a rule. */
export type Points = Readonly<Record<string, number>>;

/** What a change needs that scores `minScore` points or more. */
export interface Level {
  /** The lowest sum of points that reaches the level. */
  readonly minScore: number;
  /** Number of distinct people who must approve; the requester does not count. */
  readonly approvers: 0 | 1 | 2;
  readonly ticket: boolean;
  /** Minutes after which an opening must end by itself at the latest. If undefined, it may stay. */
  readonly maxLeaseMinutes?: number | undefined;
}

/** What differs in one account from the general rules. */
interface AccountRules {
  readonly change?: People | undefined;
  readonly approve?: People | undefined;
  readonly production: boolean;
}

/** Which accounts are watched for what changes there. */
export interface Watching {
  /** Aliases in capitals. */
  readonly accounts: readonly string[];
  /** Minutes from one look to the next. */
  readonly everyMinutes: number;
  /** Where what was changed outside is told: "#name" or a channel's id; the approvals channel if undefined. */
  readonly channel?: string | undefined;
  /** When a digest of it is told; never if undefined. */
  readonly digest?: DigestTime | undefined;
}

/** A time of each day: `at` as "09:00" in the calendar of `timeZone`, "Europe/Berlin". */
export interface DigestTime {
  readonly at: string;
  readonly timeZone: string;
}

/** The channel in which a watch tells something. */
export const watchChannel = ({ watch, approvals }: Pick<Policy, 'watch' | 'approvals'>): string =>
  watch?.channel ?? approvals.channel;

/** A complete policy: defaults replace what policy.json omits. */
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
    /** Minutes without a decision after which the approvers are reminded, once. */
    readonly remindMinutes: number;
  };
  /** Upper bound for the things that one request can name in a field that takes several, such as servers. */
  readonly maxTargets: number;
  /** Levels rise: neither approvers nor the ticket is less than at a level below. */
  readonly risk: {
    readonly points: Points;
    readonly levels: readonly Level[];
    /** Takes points off a change if everything that it opens ends by itself within so many minutes. */
    readonly shortLease?: { readonly minutes: number; readonly points: number } | undefined;
  };
  /** When no change may start. */
  readonly freeze: readonly FreezeWindow[];
  /** The accounts whose resources are compared with what they were; none if undefined. */
  readonly watch?: Watching | undefined;
  /** Who may approve their own requests in an emergency; nobody if undefined. */
  readonly breakGlass?: { readonly people: People; readonly reasonRequired: boolean } | undefined;
}

/** The policy of an empty policy.json. It names nobody, so it works in any workspace. */
export const defaults: Policy = {
  people: { read: ['*'], change: ['*'], approve: ['*'] },
  accounts: {},
  approvals: { channel: '#approvals', expiresMinutes: 480, remindMinutes: 60 },
  maxTargets: 20,
  risk: {
    points: Object.fromEntries(riskRules.map(({ id, points }) => [id, points])),
    levels: [
      { minScore: 4, approvers: 1, ticket: false },
      { minScore: 5, approvers: 2, ticket: false },
      { minScore: 7, approvers: 2, ticket: true },
    ],
  },
  freeze: [],
};
