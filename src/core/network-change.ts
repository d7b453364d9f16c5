import type { Ports } from './port-range.ts';

/** What may reach what: the content of a firewall rule, or of a public address. */
export interface Way {
  /** IPv4 ranges in CIDR notation. */
  readonly sources: readonly string[];
  /** IPv4 ranges in CIDR notation; for a public address the name of its server. */
  readonly destinations: readonly string[];
  /** The protocol `any` opens every port; so does each rule between data centers (interface.md §4.8). */
  readonly ports: readonly Ports[];
  /** Where the destinations are, as in "VA1 of ACME"; the same range elsewhere is other machines. */
  readonly to: string;
  /** The other account that the destinations are in; undefined where they are in the one that was asked for. */
  readonly into: string | undefined;
}

/** A firewall rule as it stands at the service. */
export interface Rule extends Way {
  readonly id: string;
  /** pending, active or error (service-facts §2.2); what else may come counts as not in force. */
  readonly status: string;
  readonly enabled: boolean;
}

/** Among which rules a way stands: those between data centers by their source's, or those inside one. */
export type Place =
  | { readonly kind: 'between' | 'inside'; readonly dataCenter: string }
  | { readonly kind: 'public'; readonly server: string };

/** What a change opens to a network, or closes. */
export interface Exposure {
  readonly change: 'opens' | 'enables' | 'disables' | 'deletes';
  readonly place: Place;
  /** An existing rule is named by its id; what it says is found among the rules of its place. */
  readonly way: Way | { readonly rule: string };
}

/** The protocol `any`: every port of every protocol. */
export const everyPort: readonly Ports[] = [{ protocol: 'any' }];

/** The rule that a change is about, where it is about an existing one and that one is among `rules`. */
export function ruleOf({ way }: Exposure, rules: readonly Rule[]): Rule | undefined {
  return 'rule' in way ? rules.find(({ id }) => id.toLowerCase() === way.rule.toLowerCase()) : undefined;
}

/**
 * Aliases, in capitals, of every account that a change in `account` touches: that one, then the one that it reaches into.
 * `exposes` has to have its rule written out: of one that is only named it is not known where it leads.
 */
export function accountsTouched(account: string, exposes: Exposure | undefined): readonly string[] {
  const into = exposes && 'into' in exposes.way ? exposes.way.into : undefined;
  return [...new Set([account, into ?? account].map((alias) => alias.toUpperCase()))];
}

/** The same change with the rule that it names written out; unchanged where `rules` do not hold it. */
export function writtenOut(exposure: Exposure, rules: readonly Rule[]): Exposure {
  return { ...exposure, way: ruleOf(exposure, rules) ?? exposure.way };
}
