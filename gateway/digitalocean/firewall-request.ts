import { parseCidr } from '../../src/network/cidr.ts';
import { isPrivate } from '../../src/network/internet.ts';
import { highestPort, readPortRange } from '../../src/network/port-range.ts';
import type { FirewallPolicyDraft } from '../provider.ts';
import { Refusal } from '../refusal.ts';
import { type Droplet, privateAddresses, shownId } from './droplets.ts';
import { allPorts, type Firewall, governs, hasBase, type Network, rangeOf } from './firewalls.ts';

/** The limits of one firewall that DigitalOcean documents. */
const limits = { droplets: 10, rules: 50, sources: 1_000 } as const;

/** The body of a new or changed firewall. */
export interface FirewallRequest {
  readonly name: string;
  readonly inbound_rules: readonly {
    readonly protocol: string;
    readonly ports: string;
    readonly sources: { readonly addresses: readonly string[] };
  }[];
  readonly outbound_rules: readonly never[];
  readonly droplet_ids: readonly number[];
  readonly tags: readonly never[];
}

/**
 * Returns the firewall that allows exactly what a draft says.
 * @param replaced the firewall that the request replaces: it stays where it is
 * @throws Refusal for whatever DigitalOcean can't allow exactly
 */
export function requestOf(
  { source, destination, ports, enabled }: FirewallPolicyDraft,
  region: string,
  { firewalls, droplets }: Network,
  name: string,
  replaced?: Firewall,
): FirewallRequest {
  if (!enabled)
    throw new Refusal(
      400,
      'At DigitalOcean a firewall can’t be disabled. Delete it, and create it again later.',
    );
  if (source.length === 0 || destination.length === 0 || ports.length === 0)
    throw new Refusal(400, 'A firewall policy needs a source, a destination and ports.');
  for (const range of source) refuseUnlessPrivate(range);
  const here = droplets.filter((one) => one.region.slug === region);
  const governed = [...new Set(destination.map((range) => dropletAt(range, here)))];
  const named = destination.map(rangeOf);
  const missing = governed.flatMap(privateAddresses).filter((address) => !named.includes(rangeOf(address)));
  if (missing.length > 0)
    throw new Refusal(
      400,
      `The server of this destination has ${missing.join(', ')}, too. Name all its addresses.`,
    );
  const bare = governed.find((one) => !hasBase(firewalls, one) && !(replaced && governs(replaced, one)));
  if (bare)
    throw new Refusal(
      400,
      `${shownId(bare)} has no firewall of your own. Without one, all of its traffic is allowed, and a first one would block the ` +
        'rest. Attach a base firewall at DigitalOcean first.',
    );
  const rules = portRules(ports).map((rule) => ({ ...rule, sources: { addresses: source } }));
  refuseAbove(limits.droplets, governed.length, 'servers');
  refuseAbove(limits.rules, rules.length, 'rules');
  refuseAbove(limits.sources, source.length, 'sources');
  return {
    name,
    inbound_rules: rules,
    outbound_rules: [],
    droplet_ids: governed.map(({ id }) => id),
    tags: [],
  };
}

function refuseUnlessPrivate(range: string): void {
  const read = parseCidr(range);
  if (!read) throw new Refusal(400, `“${range}” is no IPv4 range.`);
  if (!isPrivate(read))
    throw new Refusal(
      400,
      `${range} isn’t private: at DigitalOcean, a firewall would open the public addresses of the servers to it, too.`,
    );
}

/** Firewalls are attached to droplets, so that a range can't be a destination: it would not cover a later droplet in it. */
function dropletAt(range: string, droplets: readonly Droplet[]): Droplet {
  const found = droplets.find((one) =>
    privateAddresses(one).some((address) => rangeOf(address) === rangeOf(range)),
  );
  if (found) return found;
  throw new Refusal(
    400,
    `${range} isn’t the private address of one server. Name each server by its address: DigitalOcean attaches firewalls to servers.`,
  );
}

function refuseAbove(limit: number, given: number, things: string): void {
  if (given > limit)
    throw new Refusal(
      400,
      `At DigitalOcean a firewall has at most ${limit} ${things}, and this one would have ${given}.`,
    );
}

function portRules(ports: readonly string[]): { protocol: string; ports: string }[] {
  const plain = ports.map((port) => port.trim().toLowerCase());
  if (plain.includes('any')) return ['tcp', 'udp', 'icmp'].map((protocol) => ({ protocol, ports: allPorts }));
  return plain.map((port) => {
    if (port === 'icmp') return { protocol: port, ports: allPorts };
    const { protocol = '', from = 0, to = from } = readPortRange(port) ?? {};
    if (from < 1 || to < from || to > highestPort)
      throw new Refusal(400, `“${port}” is no port such as tcp/443, udp/8000-8010, icmp or any.`);
    if (from === 1 && to === highestPort) return { protocol, ports: allPorts };
    return { protocol, ports: from === to ? String(from) : `${from}-${to}` };
  });
}

/**
 * Refuses to take a firewall from droplets that have no base: all of their traffic could be allowed then.
 * @param droplets those that it is taken from
 */
export function refuseToOpen(
  removed: Firewall,
  firewalls: readonly Firewall[],
  droplets: readonly Droplet[],
): void {
  const others = firewalls.filter(({ id }) => id !== removed.id);
  const bare = droplets.find((one) => governs(removed, one) && !hasBase(others, one));
  if (bare)
    throw new Refusal(
      400,
      `${shownId(bare)} has no firewall of your own, and without any, everybody could reach all of its ports. ` +
        'Attach a base firewall at DigitalOcean first.',
    );
}

/** Returns the request that replaces a firewall. Droplets that get it need a base, and so do those that lose it. */
export function replacementOf(
  own: Firewall,
  draft: FirewallPolicyDraft,
  region: string,
  network: Network,
): FirewallRequest {
  const request = requestOf(draft, region, network, own.name, own);
  const left = network.droplets.filter(({ id }) => !request.droplet_ids.includes(id));
  refuseToOpen(own, network.firewalls, left);
  return request;
}
