import type { FreezeWindow } from './freeze.ts';
import { riskRules } from './rules/index.ts';

/** A list of Slack users (U… or W…), user groups (S…), or "*" for all full members of the workspace. Can be empty. */
export type People = readonly string[];

/** The points of each risk rule, by its id. A missing rule has its default; 0 disables a rule. */
export type Points = Readonly<Record<string, number>>;

/** The requirements of a change with at least `minScore` points. */
export interface Level {
  /** The lowest sum of points that reaches the level. */
  readonly minScore: number;
  /** Number of distinct people who must approve; the requester does not count. */
  readonly approvers: 0 | 1 | 2;
  readonly ticket: boolean;
  /** Upper bound for the duration of an opening, in minutes. If undefined, it may be permanent. */
  readonly maxLeaseMinutes?: number | undefined;
}

/** Rules of one account that differ from the general ones. */
interface AccountRules {
  readonly change?: People | undefined;
  readonly approve?: People | undefined;
  readonly production: boolean;
}

/** The accounts that are watched for changes. */
export interface Watching {
  /** Aliases in capitals. */
  readonly accounts: readonly string[];
  /** Minutes between watches. */
  readonly everyMinutes: number;
  /** The channel for changes from outside: "#name" or a channel's id; the approvals channel if undefined. */
  readonly channel?: string | undefined;
  /** Time of the daily digest; no digest if undefined. */
  readonly digest?: DigestTime | undefined;
}

/** A time of each day: `at` as "09:00" in the calendar of `timeZone`, "Europe/Berlin". */
export interface DigestTime {
  readonly at: string;
  readonly timeZone: string;
}

/** Returns the channel for messages of a watch. */
export const watchChannel = ({ watch, approvals }: Pick<Policy, 'watch' | 'approvals'>): string =>
  watch?.channel ?? approvals.channel;

/** A complete policy: defaults replace what policy.json omits. */
export interface Policy {
  /** The team id (T…) of the only workspace that may use Skydesk; any if undefined. */
  readonly workspace?: string | undefined;
  /** The ids of the channels that accept commands; all if undefined. */
  readonly channels?: readonly string[] | undefined;
  readonly people: { readonly read: People; readonly change: People; readonly approve: People };
  /** By alias in capitals. */
  readonly accounts: Readonly<Record<string, AccountRules>>;
  readonly approvals: {
    /** "#name" or a channel's id. */
    readonly channel: string;
    readonly expiresMinutes: number;
    /** Minutes without a decision before the only reminder to the approvers. */
    readonly remindMinutes: number;
  };
  /** Upper bound for the targets in a field that accepts several, such as servers. */
  readonly maxTargets: number;
  /** Levels ascend: each requires at least the approvers and the ticket of the level below. */
  readonly risk: {
    readonly points: Points;
    readonly levels: readonly Level[];
    /** Discount for a change whose openings all end by themselves within this many minutes. */
    readonly shortLease?: { readonly minutes: number; readonly points: number } | undefined;
  };
  /** Times in which no change may start. */
  readonly freeze: readonly FreezeWindow[];
  /** The accounts whose resources are watched; none if undefined. */
  readonly watch?: Watching | undefined;
  /** The people who may approve their own requests in an emergency; nobody if undefined. */
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
