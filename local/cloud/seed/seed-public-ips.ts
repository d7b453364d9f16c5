import { nextInternalAddress, nextPublicAddress } from '../store/addresses.ts';
import type { CloudStore } from '../store/cloud-store.ts';

type Open = readonly [
  server: string,
  ports: readonly (readonly [port: number, portTo?: number])[],
  from?: string,
];

const open: readonly Open[] = [
  ['de1acmeweb01', [[80], [443]]],
  ['de1acmeweb02', [[80], [443]]],
  ['va1acmeapi01', [[8443, 8450]]],
  ['gb3acmemail01', [[25]]],
  ['de1acmejump01', [[22]], '198.51.100.0/28'],
];

/** Gives a few servers a public address in addition to their internal one. */
export function seedPublicIps(store: CloudStore): void {
  for (const [id, ports, from] of open) {
    const server = store.servers.get(id);
    if (!server) continue;
    const internalIPAddress = nextInternalAddress(server, store);
    server.internalAddresses.push(internalIPAddress);
    server.publicIps.set(nextPublicAddress(store), {
      internalIPAddress,
      ports: ports.map(([port, portTo]) => ({ protocol: 'TCP', port, ...(portTo && { portTo }) })),
      sourceRestrictions: from === undefined ? [] : [{ cidr: from }],
    });
  }
}
