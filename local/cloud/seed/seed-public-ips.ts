import { nextInternalAddress, nextPublicAddress } from '../store/addresses.ts';
import type { CloudStore, PublicIp } from '../store/cloud-store.ts';

type Access = Pick<PublicIp, 'ports' | 'sourceRestrictions'>;

const web: Access = {
  ports: [
    { protocol: 'TCP', port: 80 },
    { protocol: 'TCP', port: 443 },
  ],
  sourceRestrictions: [],
};

const open: readonly (readonly [server: string, Access])[] = [
  ['de1acmeweb01', web],
  ['de1acmeweb02', web],
  ['va1acmeapi01', { ...web, ports: [{ protocol: 'TCP', port: 8443, portTo: 8450 }] }],
  ['gb3acmemail01', { ...web, ports: [{ protocol: 'TCP', port: 25 }] }],
  [
    'de1acmejump01',
    { ports: [{ protocol: 'TCP', port: 22 }], sourceRestrictions: [{ cidr: '198.51.100.0/28' }] },
  ],
];

/** Gives a few servers a public address in addition to their internal one. */
export function seedPublicIps(store: CloudStore): void {
  for (const [id, access] of open) {
    const server = store.servers.get(id);
    if (!server) continue;
    const internalIPAddress = nextInternalAddress(server, store);
    server.internalAddresses.push(internalIPAddress);
    server.publicIps.set(nextPublicAddress(store), { internalIPAddress, ...access });
  }
}
