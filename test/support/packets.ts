import fc from 'fast-check';
import type { Droplet } from '../../gateway/digitalocean/droplets.ts';
import type { Firewall, Network } from '../../gateway/digitalocean/firewalls.ts';
import type { FirewallPolicyDraft } from '../../gateway/provider.ts';

/*
 * What DigitalOcean and the readers of the interface do with a single packet, written down once more: an oracle that shares no code with
 * the gateway and with the sets of src/network.
 */

export interface Packet {
  readonly from: string;
  readonly to: string;
  readonly protocol: string;
  readonly port: number;
}

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isIn(address: string, range: string): boolean {
  const [base = '', bits = '32'] = range.split('/');
  if (!/^[\d.]+$/.test(base)) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(base) / size);
}

const addressesOf = ({ networks }: Droplet): string[] => networks.v4.map(({ ip_address }) => ip_address);

/** DigitalOcean writes all ports of a protocol as 0. */
function isPort(port: number, ports: string): boolean {
  if (ports === '0') return true;
  const [from = '', to = from] = ports.split('-');
  return port >= Number(from) && port <= Number(to);
}

/** A firewall that DigitalOcean is still attaching is not there yet. */
const isAttached = (firewall: Firewall, droplet: Droplet): boolean =>
  (firewall.droplet_ids.includes(droplet.id) || droplet.tags.some((tag) => firewall.tags.includes(tag))) &&
  !firewall.pending_changes.some(({ droplet_id }) => droplet_id === droplet.id);

/** Whether any firewall decides what reaches an address. */
export const isGuarded = ({ firewalls, droplets }: Network, address: string): boolean =>
  droplets.some(
    (one) => addressesOf(one).includes(address) && firewalls.some((each) => isAttached(each, one)),
  );

/** Whether DigitalOcean lets a packet pass: a droplet without a firewall is open, and firewalls add up. */
export function passes({ firewalls, droplets }: Network, { from, to, protocol, port }: Packet): boolean {
  const target = droplets.find((one) => addressesOf(one).includes(to));
  if (!target) return false;
  const attached = firewalls.filter((one) => isAttached(one, target));
  if (attached.length === 0) return true;
  const comesFrom = ({ addresses, droplet_ids, tags }: Firewall['inbound_rules'][number]['sources']) =>
    addresses.some((range) => isIn(from, range)) ||
    droplets.some(
      (one) =>
        (droplet_ids.includes(one.id) || one.tags.some((tag) => tags.includes(tag))) &&
        addressesOf(one).includes(from),
    );
  return attached
    .flatMap(({ inbound_rules }) => inbound_rules)
    .some(
      (rule) =>
        rule.protocol === protocol &&
        (protocol === 'icmp' || isPort(port, rule.ports)) &&
        comesFrom(rule.sources),
    );
}

type Said = Pick<FirewallPolicyDraft, 'source' | 'destination' | 'ports'>;

function portIsSaid({ protocol, port }: Packet, text: string): boolean {
  const [name, range] = text.split('/');
  if (name === 'any') return true;
  const [from = 0, to = from] = (range ?? '').split('-').map(Number);
  return name === protocol && (range === undefined || (port >= from && port <= to));
}

/** Whether policies say that a packet passes. */
export const isSaid = (policies: readonly Said[], packet: Packet): boolean =>
  policies.some(
    ({ source, destination, ports }) =>
      source.some((range) => isIn(packet.from, range)) &&
      destination.some((range) => isIn(packet.to, range)) &&
      ports.some((text) => portIsSaid(packet, text)),
  );

const inner = ['10.10.0.2', '10.10.0.3', '10.10.0.4', '10.20.0.2'];
const outer = ['203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5'];

export const isPublic = ({ to }: Packet): boolean => outer.includes(to);
export const dropletAt = (address: string, droplets: readonly Droplet[]): Droplet | undefined =>
  droplets.find((one) => addressesOf(one).includes(address));

const dropletOf = (index: number, tags: string[]): Droplet => ({
  id: index + 1,
  name: `s${index}`,
  memory: 1,
  vcpus: 1,
  disk: 1,
  status: 'active',
  image: undefined,
  networks: {
    v4: [
      { ip_address: inner[index] ?? '', type: 'private' },
      { ip_address: outer[index] ?? '', type: 'public' },
    ],
  },
  vpc_uuid: '',
  region: index < 3 ? { slug: 'fra1', name: '' } : { slug: 'nyc3', name: '' },
  tags,
});

const privateRanges = ['10.10.0.2/32', '10.10.0.3/32', '10.10.0.4/31', '10.10.0.0/24', '10.20.0.0/16'];
const publicRanges = ['0.0.0.0/0', '192.0.2.0/24', '::/0'];

const rule = fc.record({
  protocol: fc.constantFrom('tcp', 'udp', 'icmp'),
  ports: fc.constantFrom('0', '22', '80', '80-90', '1-79', '443'),
  sources: fc.record({
    addresses: fc.subarray([...privateRanges, ...publicRanges]),
    droplet_ids: fc.subarray([1, 2, 4]),
    tags: fc.subarray(['web', 'db']),
    load_balancer_uids: fc.subarray(['lb']),
    kubernetes_ids: fc.constant<string[]>([]),
  }),
});

const firewallAt = (index: number): fc.Arbitrary<Firewall> =>
  fc.record({
    id: fc.constant(`00000000-0000-4000-8000-00000000000${index}`),
    name: fc.constantFrom('base', 'skydesk-fra1-0123abcd'),
    status: fc.constant('succeeded'),
    inbound_rules: fc.array(rule, { maxLength: 3 }),
    outbound_rules: fc.constant([]),
    droplet_ids: fc.subarray([1, 2, 3, 4]),
    tags: fc.subarray(['web', 'db']),
    pending_changes: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Firewall['pending_changes']>([]) },
      {
        weight: 1,
        arbitrary: fc
          .subarray([1, 2, 3, 4])
          .map((ids) => ids.map((dropletId) => ({ droplet_id: dropletId, removing: false }))),
      },
    ),
  });

/** Four droplets in two regions, and up to three firewalls. */
export const anyNetwork: fc.Arbitrary<Network> = fc.record({
  droplets: fc.tuple(
    ...inner.map((_, index) => fc.subarray(['web', 'db']).map((tags) => dropletOf(index, tags))),
  ),
  firewalls: fc
    .integer({ min: 0, max: 3 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => firewallAt(index)))),
});

/** Mostly such as can be accepted. */
const mostly = (good: readonly string[], bad: readonly string[]): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.subarray([...good], { minLength: 1 }) },
    { weight: 1, arbitrary: fc.subarray([...good, ...bad], { minLength: 1 }) },
  );

export const anyDraft: fc.Arbitrary<FirewallPolicyDraft> = fc.record({
  source: mostly(['10.10.0.2/32', '10.10.0.4/31', '10.10.0.0/24', '10.20.0.0/16'], publicRanges),
  destination: mostly(['10.10.0.2/32', '10.10.0.3/32', '10.10.0.4/32'], ['10.10.0.0/24', '10.20.0.2/32']),
  ports: mostly(['tcp/22', 'tcp/80-90', 'udp/53', 'icmp', 'any', 'tcp/1-65535'], ['tcp/443-80']),
  enabled: fc.constant(true),
});

/** Private addresses reach private ones, and public addresses public ones. */
const ends = fc.oneof(
  fc.record({
    from: fc.constantFrom('10.10.0.2', '10.10.0.3', '10.10.0.4', '10.10.0.5', '10.20.0.2', '10.20.9.9'),
    to: fc.constantFrom(...inner),
  }),
  fc.record({ from: fc.constantFrom('192.0.2.1', '8.8.8.8', ...outer), to: fc.constantFrom(...outer) }),
);

const packet: fc.Arbitrary<Packet> = fc
  .record({
    ends,
    protocol: fc.constantFrom('tcp', 'udp', 'icmp'),
    port: fc.constantFrom(1, 21, 22, 53, 79, 80, 85, 90, 91, 443, 65_535),
  })
  .map(({ ends: { from, to }, ...rest }) => ({ from, to, ...rest }));

export const packets: fc.Arbitrary<Packet[]> = fc.array(packet, { minLength: 60, maxLength: 60 });
