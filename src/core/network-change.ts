import type { Ports } from './port-range.ts';

/** Network traffic that a firewall rule or a public IP address allows. */
export interface Way {
  /** IPv4 ranges in CIDR notation. */
  readonly sources: readonly string[];
  /** IPv4 ranges in CIDR notation; for a public IP address, the name of its server. */
  readonly destinations: readonly string[];
  /** The protocol `any` allows every port, as does each cross-data-center policy (interface.md §4.8). */
  readonly ports: readonly Ports[];
  /** Location of the destinations, as in "VA1 of ACME": the same range in another location means other machines. */
  readonly to: string;
  /** Alias of the destination account, if it is not the account of the request. */
  readonly into: string | undefined;
}

/** A firewall policy as the cloud service returns it. */
export interface Rule extends Way {
  readonly id: string;
  /** pending, active or error (service-facts §2.2). Any other status counts as not active. */
  readonly status: string;
  readonly enabled: boolean;
}

/**
 * Where a network change applies: among the cross-data-center policies of a source data center (`between`), among the
 * policies inside one (`inside`), or at a server's public IP address.
 */
export type Place =
  | { readonly kind: 'between' | 'inside'; readonly dataCenter: string }
  | { readonly kind: 'public'; readonly server: string };

/** What a change opens or closes in the network. */
export interface Exposure {
  readonly change: 'opens' | 'enables' | 'disables' | 'deletes';
  readonly place: Place;
  /** The traffic, or the id of an existing policy, whose content is looked up among the policies at `place`. */
  readonly way: Way | { readonly rule: string };
}

/** The protocol `any`: every port of every protocol. */
export const everyPort: readonly Ports[] = [{ protocol: 'any' }];

/** The existing rule that a change enables, disables or deletes; undefined if it names none or `rules` lacks it. */
export function ruleOf({ way }: Exposure, rules: readonly Rule[]): Rule | undefined {
  return 'rule' in way ? rules.find(({ id }) => id.toLowerCase() === way.rule.toLowerCase()) : undefined;
}

/**
 * Aliases, in upper case, of every account that a change in `account` affects: `account`, then the destination account.
 * Pass the result of `writtenOut`: a rule that is given by its id does not show its destination account.
 */
export function accountsTouched(account: string, exposes: Exposure | undefined): readonly string[] {
  const into = exposes && 'into' in exposes.way ? exposes.way.into : undefined;
  return [...new Set([account, into ?? account].map((alias) => alias.toUpperCase()))];
}

/** The change with its rule id replaced by the content of that rule; unchanged if `rules` lacks it. */
export function writtenOut(exposure: Exposure, rules: readonly Rule[]): Exposure {
  return { ...exposure, way: ruleOf(exposure, rules) ?? exposure.way };
}
