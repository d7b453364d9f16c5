import type { Server, World } from './world.ts';

/** The next free internal address of a server's network, beside those it has. */
export function nextInternalAddress({ internalAddresses }: Server): string {
  const [first = '10.0.0.10'] = internalAddresses;
  const network = first.slice(0, first.lastIndexOf('.'));
  const taken = internalAddresses.map((address) => Number(address.slice(address.lastIndexOf('.') + 1)));
  return `${network}.${Math.max(...taken) + 100}`;
}

/** The next free public address, from the ranges kept for documentation (RFC 5737). */
export function nextPublicAddress({ servers }: World): string {
  const taken = new Set([...servers.values()].flatMap((server) => [...server.publicIps.keys()]));
  for (const network of ['203.0.113', '198.51.100', '192.0.2']) {
    for (let host = 10; host < 255; host++) {
      if (!taken.has(`${network}.${host}`)) return `${network}.${host}`;
    }
  }
  throw new RangeError('all public addresses are taken');
}
