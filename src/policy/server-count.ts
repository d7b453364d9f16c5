import { count } from '../answer/answer.ts';
import { grouped } from '../core/grouped.ts';
import { unknown } from '../core/unknown-text.ts';
import { everything } from '../network/internet.ts';
import { inForce, type NetworkChange, type Rule, ruleOf, type Traffic } from '../network/network-change.ts';
import { endOfAddresses, inShort, normalForm } from '../network/normal-form.ts';
import type { PortSet } from '../network/port-set.ts';
import { type Product, productOf } from '../network/product.ts';
import { includes, meets, type United, union } from '../network/ranges.ts';
import type { Remainder } from '../network/remainder.ts';
import { portsInWords } from '../network/services.ts';
import { isPartlyUnread, mayAllow } from '../network/unread-parts.ts';

/** A server of the account, with its data center and private addresses. */
export interface LocatedServer {
  readonly name: string;
  readonly dataCenter: string;
  readonly addresses: United;
}

/** Numbers of servers in one data center with an address from which policies allow some of what a change opens. */
export interface ServerCount {
  readonly today: number;
  readonly after: number;
  /** The data center of these servers, in capitals. */
  readonly from: string;
  /** The name of the destination server, or ranges. */
  readonly end: string;
  readonly ports: PortSet;
  /** Whether there may be more, since a part of the policies can't be read. */
  readonly isAtLeast: boolean;
}

/**
 * Counts the servers that may reach what a change opens between addresses. Undefined for a public IP, and if no server may.
 * `rules` are the policies of its scope after preceding steps, `present` the current ones, which include all policies for the
 * servers of its data center.
 */
export function countServers(
  networkChange: NetworkChange,
  { rules, present = rules }: { readonly rules: readonly Rule[]; readonly present?: readonly Rule[] },
  servers: readonly LocatedServer[],
): ServerCount | undefined {
  const { scope } = networkChange;
  const traffic = 'rule' in networkChange.traffic ? ruleOf(networkChange, rules) : networkChange.traffic;
  if (!traffic || scope.kind === 'public') return undefined;
  const [sources, destinations, ports] = productOf(traffic);
  const leadsThere = ({ to }: Rule): boolean => to.toUpperCase() === traffic.to.toUpperCase();
  const mayLeadThere = (rule: Rule): boolean => rule.to === unknown || leadsThere(rule);
  const before = sourcesOf(destinations, ports, present.filter(leadsThere));
  const kept = sourcesOf(
    destinations,
    ports,
    rules.filter((rule) => leadsThere(rule) && rule.id !== replaced(networkChange)),
  );
  const own = servers.filter(({ dataCenter }) => dataCenter.toUpperCase() === scope.dataCenter.toUpperCase());
  const today = own.filter(({ addresses }) => meets(addresses, before)).length;
  const after = own.filter(({ addresses }) => meets(addresses, kept) || meets(addresses, sources)).length;
  if (after === 0) return undefined;
  const end = nameOfEnd(traffic, destinations, servers);
  const isAtLeast =
    isPartlyUnread(traffic, scope.kind) ||
    mayAllow(anyTo(destinations, ports), nothingRead, present.filter(mayLeadThere), () => scope.kind).length >
      0;
  return {
    ...{ today, after, from: scope.dataCenter.toUpperCase(), end, isAtLeast },
    ports: normalForm(traffic).ports,
  };
}

/** Traffic from everywhere, of which nothing is known yet. */
const anyTo = (destinations: United, ports: United): Product => [everything, destinations, ports];
const nothingRead: Remainder = { missing: [], isComplete: false };

/**
 * Returns the addresses from which active policies allow some of the ports to some of the destinations. All policies must be
 * for the location of these destinations.
 */
const sourcesOf = (destinations: United, ports: United, rules: readonly Rule[]): United =>
  union(
    rules.filter(inForce).flatMap((rule) => {
      const [sources, allowed, on] = productOf(rule);
      return meets(allowed, destinations) && meets(on, ports) ? sources : [];
    }),
  );

/** Returns the id of the policy whose content a change replaces. */
const replaced = (networkChange: NetworkChange): string | undefined =>
  networkChange.change === 'updates' ? networkChange.before.id : undefined;

/** Returns the name of the server that has all of the destinations, or their ranges. */
function nameOfEnd({ to }: Traffic, destinations: United, servers: readonly LocatedServer[]): string {
  const named = servers.find(
    ({ dataCenter, addresses }) =>
      dataCenter.toUpperCase() === to.toUpperCase() && includes(addresses, destinations),
  );
  return named?.name ?? inShort(endOfAddresses(destinations));
}

/** Returns a sentence: "14 servers in DE1 gain access to …; today none has it.", "After this, 14 … may reach DE1ACMEDB02 …; today 3." */
export function countSentence({ ports, ...counted }: ServerCount): string {
  const { today: before, after, from, end, isAtLeast } = counted;
  const on = `on ${portsInWords(ports)}`;
  return before === 0 && !isAtLeast
    ? `${count(after, 'server')} in ${from} ${after === 1 ? 'gains' : 'gain'} access to ${end} ${on}; today none has it.`
    : `After this, ${mayReach(counted)} ${on}; today ${today(counted)}.`;
}

/** Returns a short form, to be joined with others: "14 servers in DE1 may reach DE1ACMEDB02, today 3". */
export const countLine = (counted: ServerCount): string => `${mayReach(counted)}, today ${today(counted)}`;

const mayReach = ({ after, from, end, isAtLeast }: Omit<ServerCount, 'ports'>): string =>
  `${isAtLeast ? 'at least ' : ''}${count(after, 'server')} in ${from} may reach ${end}`;

const today = (counted: Pick<ServerCount, 'today' | 'isAtLeast'>): string =>
  `${counted.isAtLeast ? 'at least ' : ''}${grouped(counted.today)}`;
