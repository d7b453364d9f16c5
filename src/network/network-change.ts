import type { PortRange } from './port-range.ts';

/** Network traffic that a firewall rule or a public IP address allows. */
export interface Traffic {
  /** IPv4 ranges in CIDR notation, and what can't be read: a text as it is, or `unknown`. */
  readonly sources: readonly string[];
  /** IPv4 ranges in CIDR notation, and what can't be read; for a public IP address, the name of its server. */
  readonly destinations: readonly string[];
  /**
   * The protocol `any` allows every port, as does each cross-data-center policy, which names no ports
   * (docs/cloud-api.md, Firewall policies between data centers). What can't be read is a protocol of its own.
   */
  readonly ports: readonly PortRange[];
  /**
   * Location of the destinations: "VA1", or "VA1 (ACDV)" in another account; `unknown` if it can't be read. A range means other
   * machines in each location.
   */
  readonly to: string;
  /** Alias of the destination account, if it is not the account of the request. */
  readonly into: string | undefined;
}

/** A firewall policy as the cloud API returns it. */
export interface Rule extends Traffic {
  readonly id: string;
  /** pending, active or error. Nobody knows what another status means. */
  readonly status: string;
  /** Undefined if that couldn't be read. */
  readonly enabled: boolean | undefined;
  /** Its traffic in one line, with at most a few of its ranges and ports: "10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · all ports". */
  readonly summary: string;
}

/**
 * Returns whether a rule is certainly active; a new one is pending first
 * (docs/cloud-api.md, Firewall policies inside a data center).
 */
export const inForce = ({ enabled, status }: Rule): boolean =>
  enabled === true && status.toLowerCase() === 'active';

/** Returns whether a rule is active, or may be, since its state can't be read. */
export const mayBeInForce = ({ enabled, status }: Rule): boolean =>
  enabled !== false && !['pending', 'error'].includes(status.toLowerCase());

/**
 * The scope of a network change: the cross-data-center policies of a source data center (`between`), the policies inside one
 * (`inside`), or a server's public IP address.
 */
export type RuleScope =
  | { readonly kind: 'between' | 'inside'; readonly dataCenter: string }
  | { readonly kind: 'public'; readonly server: string };

/** A change that opens or closes network access. */
export type NetworkChange = WholeChange | Update;

/** Opens or closes everything that a policy or a public IP allows. */
export interface WholeChange {
  readonly change: 'opens' | 'enables' | 'disables' | 'deletes';
  readonly scope: RuleScope;
  /** The traffic, or the id of an existing policy whose content is looked up among the policies of `scope`. */
  readonly traffic: Traffic | { readonly rule: string };
}

/** The lists that define what a rule allows. */
export type RuleLists = Pick<Traffic, 'sources' | 'destinations' | 'ports'>;

/** Lists that replace others; an undefined list stays. */
type SomeLists = { readonly [Name in keyof RuleLists]?: RuleLists[Name] | undefined };

/** Replaces what an existing policy or public IP allows. */
export interface Update {
  readonly change: 'updates';
  readonly scope: RuleScope;
  /** The traffic that it allows after the update. */
  readonly traffic: Traffic;
  /** The rule before the update. */
  readonly before: Rule;
  /** The lists that the update replaces. */
  readonly sets: readonly (keyof RuleLists)[];
}

const listNames = ['sources', 'destinations', 'ports'] as const;

/** Creates the update of a rule that replaces these lists. */
export function updateOf(scope: RuleScope, before: Rule, lists: SomeLists): Update {
  const { to, into } = before;
  const sets = listNames.filter((name) => lists[name] !== undefined);
  return {
    change: 'updates',
    scope,
    traffic: { ...listsOf(before), to, into, ...only(lists, sets) },
    before,
    sets,
  };
}

/** Applies an update to another previous state of the rule. */
export const updateFrom = ({ scope, traffic, sets }: Update, before: Rule): Update =>
  updateOf(scope, before, only(traffic, sets));

/** Returns the lists alone. */
export const listsOf = ({ sources, destinations, ports }: RuleLists): RuleLists => ({
  sources,
  destinations,
  ports,
});

/** Picks some of these lists. */
export const only = (lists: SomeLists, names: Update['sets']): Partial<RuleLists> =>
  Object.fromEntries(names.map((name) => [name, lists[name]]));

/** The protocol `any`: every port of every protocol. */
export const allPorts: readonly PortRange[] = [{ protocol: 'any' }];

/** Returns the existing rule that a change enables, disables or deletes; undefined if it names none or `rules` lacks it. */
export function ruleOf({ traffic }: NetworkChange, rules: readonly Rule[]): Rule | undefined {
  return 'rule' in traffic
    ? rules.find(({ id }) => id.toLowerCase() === traffic.rule.toLowerCase())
    : undefined;
}

/**
 * Returns the aliases, in upper case, of every account that a change in `account` affects: `account`, then the destination
 * account. Pass the result of `withRuleContent`, since the id of a rule does not show its destination account.
 */
export function accountsAffected(
  account: string,
  networkChange: Pick<NetworkChange, 'traffic'> | undefined,
): readonly string[] {
  const into = networkChange && 'into' in networkChange.traffic ? networkChange.traffic.into : undefined;
  return [...new Set([account, into ?? account].map((alias) => alias.toUpperCase()))];
}

/** Replaces the rule id in a change by the content of that rule; returns the change unchanged if `rules` lacks it. */
export function withRuleContent(networkChange: NetworkChange, rules: readonly Rule[]): NetworkChange {
  if (networkChange.change === 'updates') return networkChange;
  return { ...networkChange, traffic: ruleOf(networkChange, rules) ?? networkChange.traffic };
}
