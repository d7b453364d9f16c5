import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Millis } from '../../src/core/clock.ts';
import type { FirewallPolicy } from '../provider.ts';
import type { Api } from './api.ts';
import { type Droplet, privateAddresses } from './droplets.ts';
import { shortId } from './ids.ts';
import { listOf, text } from './schemas.ts';

/*
 * A firewall of DigitalOcean allows a union: each of its rules has its own sources and ports, and what is allowed by any firewall of a
 * droplet passes. A policy of the interface allows one product of sources, destinations and ports.
 */

const sources = z.object({
  addresses: listOf(z.string()),
  droplet_ids: listOf(z.number()),
  load_balancer_uids: listOf(z.string()),
  kubernetes_ids: listOf(z.string()),
  tags: listOf(z.string()),
});
const inboundRule = z.object({ protocol: z.string(), ports: z.string(), sources });
const pendingChange = z.object({
  droplet_id: z.optional(z.nullable(z.number())),
  removing: z.optional(z.nullable(z.boolean())),
});

export const firewall = z.object({
  id: z.string(),
  name: text,
  status: text,
  inbound_rules: listOf(inboundRule),
  outbound_rules: listOf(z.unknown()),
  droplet_ids: listOf(z.number()),
  tags: listOf(z.string()),
  pending_changes: listOf(pendingChange),
});
export type Firewall = z.infer<typeof firewall>;
export type InboundRule = z.infer<typeof inboundRule>;

export const readFirewalls = (api: Api, maxAge?: Millis): Promise<Firewall[]> =>
  api.list('/v2/firewalls', 'firewalls', firewall, maxAge);

/** The firewalls and droplets of an account, which decide together what passes. */
export interface Network {
  readonly firewalls: readonly Firewall[];
  readonly droplets: readonly Droplet[];
}

/** Whether a firewall is attached to a droplet, by its id or by a tag. */
export const governs = ({ droplet_ids, tags }: Firewall, { id, tags: own }: Droplet): boolean =>
  droplet_ids.includes(id) || tags.some((tag) => own.includes(tag));

/** Whether DigitalOcean is still at attaching a firewall to a droplet, or at taking it away. */
const isMoving = ({ pending_changes }: Firewall, { id }: Droplet): boolean =>
  pending_changes.some(({ droplet_id }) => droplet_id === id);

/** Whether the rules of a firewall hold for a droplet. A firewall that failed may not have reached any. */
export const isInForce = (of: Firewall, droplet: Droplet): boolean =>
  governs(of, droplet) && !isMoving(of, droplet) && of.status !== 'failed';

/** A droplet without any firewall is open: all of its traffic passes. */
const isOpen = (firewalls: readonly Firewall[], droplet: Droplet): boolean =>
  !firewalls.some((one) => isInForce(one, droplet));

/**
 * Whether a droplet has a firewall that this gateway never takes away. Its own ones don't count: two of them could end at the same
 * moment, each in sight of the other.
 */
export const hasBase = (firewalls: readonly Firewall[], droplet: Droplet): boolean =>
  firewalls.some((one) => !hasOwnName(one) && isInForce(one, droplet));

export const newName = (region: string, random: string): string => `skydesk-${region}-${random}`;
const hasOwnName = ({ name }: Firewall): boolean => /^skydesk-[a-z0-9]+-[0-9a-f]{8}$/.test(name);

/** Whether this gateway made a firewall, and nobody gave it more than a policy of the interface says. */
const isOwn = (of: Firewall): boolean =>
  hasOwnName(of) &&
  of.tags.length + of.outbound_rules.length === 0 &&
  of.inbound_rules.every(
    ({ sources: { addresses, ...others } }) =>
      addresses.length > 0 && Object.values(others).every((list) => list.length === 0),
  );

/** How DigitalOcean writes all ports of a protocol. */
export const allPorts = '0';

const portOf = ({ protocol, ports }: InboundRule): string => {
  if (protocol === 'icmp') return 'icmp';
  return `${protocol}/${ports === allPorts || ports === 'all' ? '1-65535' : ports}`;
};

export const everything = ['icmp', 'tcp/1-65535', 'udp/1-65535'] as const;

/** The ports of rules, in the words of the interface. */
export function portsOf(rules: readonly InboundRule[]): string[] {
  const ports = [...new Set(rules.map(portOf))];
  return everything.every((all) => ports.includes(all)) ? ['any'] : ports;
}

const everybody = '0.0.0.0/0';

/**
 * The sources of a rule as ranges. A load balancer has no range that anybody could know: it becomes a word, which is no address, and so
 * does a range of IPv6. Everybody is everybody, though, by either protocol. DigitalOcean leaves out what a token may not see, so that
 * a rule without any source has one.
 */
export function sourcesOf({ sources: from }: InboundRule, droplets: readonly Droplet[]): string[] {
  if (Object.values(from).every((list) => list.length === 0)) return ['a source that can’t be seen'];
  const named = droplets.filter(
    ({ id, tags }) => from.droplet_ids.includes(id) || from.tags.some((tag) => tags.includes(tag)),
  );
  const ranges = from.addresses.map(rangeOf);
  return [
    ...ranges.filter((range) => range !== '::/0' || !ranges.includes(everybody)),
    ...named.flatMap(({ networks }) => networks.v4.map(({ ip_address }) => rangeOf(ip_address))),
    ...from.load_balancer_uids.map((id) => `load balancer ${id}`),
    ...from.kubernetes_ids.map((id) => `cluster ${id}`),
  ];
}

export const rangeOf = (address: string): string => (/^[\d.]+$/.test(address) ? `${address}/32` : address);

/** How a rule names its sources, whatever droplets have its tags today. */
const keyOf = ({ sources: from }: InboundRule): string =>
  JSON.stringify(Object.values(from).map((list) => list.map(String).sort()));

/**
 * Returns a firewall as policies of a data center, one for each set of sources. The first has the id of the firewall, so that this never
 * names nothing while the firewall is there. One that was made here is one policy. It can't be deleted where a droplet would be open.
 */
export function policiesOf(of: Firewall, region: string, { firewalls, droplets }: Network): FirewallPolicy[] {
  const governed = droplets.filter((droplet) => governs(of, droplet));
  const here = governed.filter((droplet) => droplet.region.slug === region);
  const destination = here.flatMap(privateAddresses).map(rangeOf);
  // What a firewall allows to a public address is said by that address.
  if (destination.length === 0) return [];
  const parts = [...Map.groupBy(of.inbound_rules, keyOf)].map(([key, rules], index) => ({
    id: index === 0 ? shortId(of.id) : partId(of, key),
    rules,
    source: [...new Set(rules.flatMap((rule) => sourcesOf(rule, droplets)))].sort(),
  }));
  const isWhole = isOwn(of) && parts.length === 1 && here.length === governed.length;
  const isNeeded = governed.some((droplet) => !hasBase(firewalls, droplet));
  return parts
    .filter(({ source }) => source.length > 0)
    .map(({ id, rules, source }) => ({
      id,
      status: statusOf(of, governed),
      enabled: true,
      source,
      destination,
      ports: portsOf(rules),
      may: { update: isWhole, delete: isWhole && !isNeeded },
    }));
}

/** The id of a further part: 32 digits that begin in another way than those of the first. */
const partId = ({ id }: Firewall, key: string): string =>
  createHash('sha256').update(`${id} ${key}`).digest('hex').slice(0, 32);

/**
 * The status of a firewall, as the interface has it. While DigitalOcean changes one that was in force, what was allowed before may still
 * pass: callers don't know that word, so that they don't take it for *not in force*.
 */
function statusOf(of: Firewall, governed: readonly Droplet[]): string {
  const isNew = governed.every((droplet) => isMoving(of, droplet));
  if (of.status === 'failed') return isNew ? 'error' : 'failed';
  if (isNew) return 'pending';
  return of.status === 'succeeded' && !governed.some((droplet) => isMoving(of, droplet))
    ? 'active'
    : 'updating';
}

export const openId = (region: string): string => `no-firewall-${region}`;

/** Returns the droplets of a data center without any firewall as one policy that allows everything: this is what DigitalOcean does. */
function openPolicies(region: string, { firewalls, droplets }: Network): FirewallPolicy[] {
  const open = droplets.filter((one) => one.region.slug === region && isOpen(firewalls, one));
  const destination = open.flatMap(privateAddresses).map(rangeOf);
  if (destination.length === 0) return [];
  return [
    {
      id: openId(region),
      status: 'active',
      enabled: true,
      source: [everybody],
      destination,
      ports: ['any'],
      may: { update: false, delete: false },
    },
  ];
}

/** All policies of a data center. */
export const policiesIn = (region: string, network: Network): FirewallPolicy[] => [
  ...openPolicies(region, network),
  ...network.firewalls.flatMap((one) => policiesOf(one, region, network)),
];
