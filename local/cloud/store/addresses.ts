import type { CloudStore, Server } from './cloud-store.ts';
import { WorkFailed } from './job-status.ts';

/** The first and the last host number to assign in a network. */
const hosts = { first: 10, last: 254 };

/** Returns a free internal address in a server's network: from a hundred above its highest one if possible. */
export function nextInternalAddress({ internalAddresses }: Server, { servers }: CloudStore): string {
  const [first = '10.0.0.10'] = internalAddresses;
  const network = first.slice(0, first.lastIndexOf('.'));
  const taken = new Set([...servers.values()].flatMap((server) => server.internalAddresses));
  const own = internalAddresses.map((address) => Number(address.slice(address.lastIndexOf('.') + 1)));
  return (
    firstFree([network], Math.max(...own) + 100, taken) ?? firstFree([network], hosts.first, taken) ?? none()
  );
}

/** Returns the next free public address, from the ranges reserved for documentation (RFC 5737). */
export function nextPublicAddress({ servers }: CloudStore): string {
  const taken = new Set([...servers.values()].flatMap((server) => [...server.publicIps.keys()]));
  return firstFree(['203.0.113', '198.51.100', '192.0.2'], hosts.first, taken) ?? none();
}

function firstFree(
  networks: readonly string[],
  from: number,
  taken: ReadonlySet<string>,
): string | undefined {
  for (const network of networks) {
    for (let host = from; host <= hosts.last; host++) {
      if (!taken.has(`${network}.${host}`)) return `${network}.${host}`;
    }
  }
  return undefined;
}

function none(): never {
  throw new WorkFailed('all addresses of the network are taken');
}
