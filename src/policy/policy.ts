import { riskRules } from './rules/index.ts';
import type { RiskRule } from './rules/rule.ts';

/**
 * Who may be named in a list of people: a Slack user (U… or W…), a user group (S…), or "*" for every full member of
 * the workspace. An empty list names nobody.
 */
export type People = readonly string[];

/** The points of each risk rule, by its id; one that is missing has its own. 0 switches a rule off. */
export type Points = Readonly<Record<string, number>>;

/** What a change needs that scores `minScore` points or more. */
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
export const defaultsFor = (rules: readonly RiskRule[]): Policy => ({
  people: { read: ['*'], change: ['*'], approve: ['*'] },
  accounts: {},
  approvals: { channel: '#approvals', expiresMinutes: 480, remindMinutes: 60 },
  risk: {
    points: Object.fromEntries(rules.map(({ id, points }) => [id, points])),
    levels: [
      { minScore: 4, approvers: 1, ticket: false },
      { minScore: 5, approvers: 2, ticket: false },
      { minScore: 7, approvers: 2, ticket: true },
    ],
  },
});

export const defaults: Policy = defaultsFor(riskRules);
