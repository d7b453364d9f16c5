/*
 * A small account at DigitalOcean: two regions with a VPC each, four droplets of which one has no firewall, a base firewall on a tag,
 * two alert policies, and three months of bills. Bodies have the members that DigitalOcean's specification requires.
 */

/** A body as DigitalOcean sends it. */
export type Body = Record<string, unknown>;

interface Droplet extends Body {
  readonly id: number;
  tags: string[];
}

export interface World {
  readonly droplets: Droplet[];
  readonly vpcs: readonly Body[];
  readonly firewalls: (Body & { readonly id: string; status: string })[];
  readonly policies: (Body & { readonly uuid: string })[];
  readonly tags: Set<string>;
  readonly bills: readonly Bill[];
}

export interface Bill extends Body {
  readonly invoice_uuid: string;
  readonly amount: string;
  readonly invoice_period: string;
}

const regionOf = (slug: string, name: string) => ({
  slug,
  name,
  features: ['private_networking', 'metadata'],
  available: true,
  sizes: ['s-1vcpu-1gb'],
});

const regions = { fra1: regionOf('fra1', 'Frankfurt 1'), nyc3: regionOf('nyc3', 'New York 3') } as const;
type Region = keyof typeof regions;

const madeAt = '2026-01-01T00:00:00Z';

const vpcOf = (id: string, name: string, region: Region, ipRange: string) => ({
  id,
  name,
  region,
  ip_range: ipRange,
  urn: `do:vpc:${id}`,
  created_at: madeAt,
  default: true,
  description: '',
});

const vpcs = [
  vpcOf('5a4981aa-9653-4bd1-bef5-d6bff52042e4', 'web-net', 'fra1', '10.10.0.0/20'),
  vpcOf('e0fe0f4d-596a-465e-a902-571ce57b79fa', 'default-nyc3', 'nyc3', '10.20.0.0/20'),
];

const size = {
  slug: 's-1vcpu-1gb',
  memory: 1024,
  vcpus: 1,
  disk: 25,
  transfer: 1,
  price_monthly: 6,
  price_hourly: 0.00893,
  regions: ['fra1', 'nyc3'],
  available: true,
  description: 'Basic',
};

const image = {
  id: 1,
  name: '24.04 (LTS) x64',
  distribution: 'Ubuntu',
  slug: 'ubuntu-24-04-x64',
  public: true,
  regions: ['fra1', 'nyc3'],
  created_at: madeAt,
  min_disk_size: 7,
  size_gigabytes: 1,
  type: 'base',
  description: '',
  tags: [],
  status: 'available',
  error_message: '',
};

const netmask = '255.255.240.0';

const dropletOf = (
  id: number,
  name: string,
  region: Region,
  [inside, outside]: readonly [inside: string, outside: string],
  tags: string[],
): Droplet => ({
  id,
  name,
  memory: 1024,
  vcpus: 1,
  disk: 25,
  locked: false,
  status: 'active',
  created_at: madeAt,
  features: ['monitoring', 'private_networking'],
  backup_ids: [],
  snapshot_ids: [],
  volume_ids: [],
  next_backup_window: null,
  kernel: null,
  image,
  size,
  size_slug: size.slug,
  networks: {
    v4: [
      { ip_address: inside, netmask, gateway: inside.replace(/\d+$/, '1'), type: 'private' },
      { ip_address: outside, netmask, gateway: outside.replace(/\d+$/, '1'), type: 'public' },
    ],
    v6: [],
  },
  region: regions[region],
  tags,
  vpc_uuid: vpcs.find((vpc) => vpc.region === region)?.id,
});

const everywhere = { addresses: ['0.0.0.0/0', '::/0'] };

const alertOf = (uuid: string, more: Body) => ({
  uuid,
  compare: 'GreaterThan',
  entities: [],
  tags: [],
  alerts: { email: ['bob@example.com'], slack: [] },
  enabled: true,
  ...more,
});

const billOf = (invoiceUuid: string, invoicePeriod: string, amount: string): Bill => ({
  invoice_uuid: invoiceUuid,
  invoice_id: invoiceUuid.slice(0, 8),
  invoice_period: invoicePeriod,
  amount,
});

/** Returns the account in its first state. The bills are those of the present month and of the two before it. */
export function createWorld(now: number): World {
  const monthBefore = (count: number): string => {
    const date = new Date(now);
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
  };
  return {
    vpcs,
    droplets: [
      dropletOf(3164494, 'web-01', 'fra1', ['10.10.0.2', '203.0.113.2'], ['web']),
      dropletOf(3164495, 'web-02', 'fra1', ['10.10.0.3', '203.0.113.3'], ['web']),
      dropletOf(3164496, 'db-01', 'fra1', ['10.10.0.4', '203.0.113.4'], []),
      dropletOf(3164497, 'web-01', 'nyc3', ['10.20.0.2', '198.51.100.2'], ['web']),
    ],
    firewalls: [
      {
        id: 'bb4b2611-3d72-467b-8602-280330ecd65c',
        name: 'base',
        status: 'succeeded',
        created_at: madeAt,
        pending_changes: [],
        droplet_ids: [],
        tags: ['web'],
        inbound_rules: [
          { protocol: 'tcp', ports: '22', sources: { addresses: ['192.0.2.0/24', '2001:db8::/32'] } },
          { protocol: 'tcp', ports: '443', sources: everywhere },
        ],
        outbound_rules: [{ protocol: 'tcp', ports: '0', destinations: everywhere }],
      },
    ],
    policies: [
      alertOf('78b3da62-27e5-49ba-ac70-5db0b5935c64', {
        type: 'v1/insights/droplet/cpu',
        description: 'CPU Alert',
        value: 80,
        window: '1h',
        entities: ['3164496'],
      }),
      alertOf('11b3da62-27e5-49ba-ac70-5db0b5935c64', {
        type: 'v1/insights/droplet/load_5',
        description: 'Load',
        value: 4,
        window: '5m',
        tags: ['web'],
      }),
    ],
    tags: new Set(['web']),
    bills: [
      billOf('12737513-0ea7-4206-8ceb-98a575af7681', monthBefore(0), '41.07'),
      billOf('22737513-0ea7-4206-8ceb-98a575af7681', monthBefore(1), '38.40'),
      billOf('32737513-0ea7-4206-8ceb-98a575af7681', monthBefore(2), '36.12'),
    ],
  };
}
