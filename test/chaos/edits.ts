import type { LocalCloud } from '../../local/cloud/index.ts';
import { connected } from '../support/in-memory/local-cloud.ts';
import type { Random } from './seeds.ts';

/*
 * Outside changes of the cloud account, and the state of the account as the emulator has it: an oracle that shares nothing with
 * the reads of a watch.
 */

const account = 'ACME';
const center = 'de1';

/** The state of each watched resource by its id, as JSON. */
export function statesIn(cloud: LocalCloud): ReadonlyMap<string, string> {
  const { alertPolicies, localFirewalls, crossFirewalls, servers } = cloud.control.state();
  const own = servers.filter((server) => server.account === account && server.status === 'active');
  return new Map([
    ...alertPolicies
      .filter((policy) => policy.account === account)
      .map(({ id, ...policy }) => [id, JSON.stringify(policy)] as const),
    ...localFirewalls
      .filter((policy) => policy.account === account)
      .map(
        ({ id, status: _, ports, ...policy }) =>
          [id, JSON.stringify({ ...policy, ports: ports.toSorted() })] as const,
      ),
    ...crossFirewalls
      .filter(({ sourceAccount }) => sourceAccount === account)
      .map(({ id, status: _, ...policy }) => [id, JSON.stringify(policy)] as const),
    ...own.flatMap(({ id, publicIps }) =>
      publicIps.map(({ address, ...ip }) => [`${id}/${address}`, JSON.stringify(ip)] as const),
    ),
    ...own.flatMap(({ id, autoscalePolicyId }) =>
      autoscalePolicyId === undefined ? [] : [[id, autoscalePolicyId] as const],
    ),
  ]);
}

/** One edit, and the resources that it is about. */
export type Edit = (cloud: LocalCloud, random: Random) => Promise<unknown>;

const servers = ['de1acmeweb01', 'de1acmeweb03', 'de1acmeweb04'];
const ports = ['tcp/22', 'tcp/443', 'tcp/5432', 'udp/53'];
const service = (cloud: LocalCloud) => connected(cloud).account(account);
const ranges = (random: Random): string[] => [`10.95.${random.below(200)}.0/24`];

const intra = (cloud: LocalCloud) =>
  cloud.control
    .state()
    .localFirewalls.filter((policy) => policy.account === account && policy.location === 'de1');
const cross = (cloud: LocalCloud) =>
  cloud.control.state().crossFirewalls.filter((policy) => policy.sourceAccount === account);
const alerts = (cloud: LocalCloud) =>
  cloud.control.state().alertPolicies.filter((policy) => policy.account === account);

export const edits: readonly Edit[] = [
  (cloud, random) => {
    const { id, enabled } = random.pick(intra(cloud));
    return service(cloud).firewall.update(center, id, { enabled: !enabled });
  },
  (cloud, random) =>
    service(cloud).firewall.update(center, random.pick(intra(cloud)).id, { ports: random.some(ports, 2) }),
  (cloud, random) =>
    service(cloud).firewall.create(center, {
      source: ranges(random),
      destination: ranges(random),
      ports: random.some(ports, 2),
      destinationAccount: account,
    }),
  (cloud) => {
    const { id, enabled } = intra(cloud)[0] ?? { id: '', enabled: false };
    return service(cloud).firewall.update(center, id, { enabled: !enabled });
  },
  (cloud, random) => service(cloud).firewall.delete(center, random.pick(intra(cloud)).id),
  (cloud, random) => {
    const { id, enabled, sourceLocation } = random.pick(cross(cloud));
    return service(cloud).crossFirewall.setEnabled(sourceLocation.toLowerCase(), id, !enabled);
  },
  (cloud, random) =>
    service(cloud).crossFirewall.create(center, {
      sourceCidr: ranges(random)[0] ?? '',
      destinationCidr: ranges(random)[0] ?? '',
      destinationLocationId: 'va1',
      destinationAccountId: account,
      enabled: true,
    }),
  (cloud, random) => {
    const { id, name, actions } = random.pick(alerts(cloud));
    const triggers = [{ metric: 'cpu', duration: '00:05:00', threshold: 5 * (1 + random.below(18)) }];
    return service(cloud).alertPolicies.update(id, {
      name,
      triggers,
      actions: structuredClone([...actions]).map(({ action, settings }) => ({
        action,
        settings: { recipients: [...settings.recipients] },
      })),
    });
  },
  (cloud, random) => service(cloud).alertPolicies.delete(random.pick(alerts(cloud)).id),
  async (cloud, random) => {
    const { autoscalePolicies } = service(cloud);
    return autoscalePolicies.set(random.pick(servers), random.pick(await autoscalePolicies.list()).id);
  },
  (cloud, random) => service(cloud).autoscalePolicies.remove(random.pick(servers)),
  (cloud, random) =>
    service(cloud).publicIps.add(random.pick(servers), {
      ports: [{ protocol: 'TCP', port: 1 + random.below(900) }],
    }),
  async (cloud, random) => {
    const [server, address] = random.pick(await publicIps(cloud));
    return service(cloud).publicIps.update(server, address, {
      ports: [{ protocol: 'TCP', port: 1 + random.below(900) }],
    });
  },
  async (cloud, random) => {
    const [server, address] = random.pick(await publicIps(cloud));
    return service(cloud).publicIps.remove(server, address);
  },
];

const publicIps = async (cloud: LocalCloud): Promise<readonly (readonly [string, string])[]> =>
  cloud.control
    .state()
    .servers.filter(({ id }) => servers.includes(id))
    .flatMap(({ id, publicIps: ips }) => ips.map(({ address }) => [id, address] as const));

/** Lines that change something by Skydesk. `approved`: somebody else has to approve it. */
export const lines: readonly ((cloud: LocalCloud, random: Random) => { line: string; approved: boolean })[] =
  [
    (cloud, random) => {
      const { id, enabled } = random.pick(intra(cloud));
      const verb = enabled ? 'disable' : 'enable';
      const ends = random.next() < 0.5 ? ' ends=5m' : '';
      return { line: `firewall intra ${verb} ${center} ${id}${ends} why="Nightly backup"`, approved: true };
    },
    (cloud, random) => ({
      line: `firewall intra delete ${center} ${random.pick(intra(cloud)).id} why="Nightly backup"`,
      approved: true,
    }),
    (_, random) => ({
      line: `firewall intra create ${center} tcp/443 source=${ranges(random)[0]} destination=${ranges(random)[0]} why="Nightly backup"`,
      approved: true,
    }),
    (cloud, random) => ({
      line: `alert update ${random.pick(alerts(cloud)).id} disk=${5 * (1 + random.below(18))} for=10m`,
      approved: false,
    }),
    (cloud, random) => ({ line: `alert delete ${random.pick(alerts(cloud)).id}`, approved: false }),
    (_, random) => ({
      line: `alert create "A ${random.below(1000)}" cpu=90 to=ops@example.com`,
      approved: false,
    }),
    (_, random) => ({ line: `autoscale set ${random.pick(servers)} "Batch at night"`, approved: false }),
    (_, random) => ({ line: `autoscale remove ${random.pick(servers)}`, approved: false }),
    (cloud, random) => ({
      line: `firewall intra update ${center} ${random.pick(intra(cloud)).id} ${random.some(ports, 2).join(' ')} why="Nightly backup"`,
      approved: true,
    }),
    (_, random) => ({ line: `ip add ${random.pick(servers)} tcp/${1 + random.below(900)}`, approved: false }),
  ];
