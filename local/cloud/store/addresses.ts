import type { CloudStore, Server } from './cloud-store.ts';
import { WorkFailed } from './job-status.ts';

/** The first and the last host of a network that are given out. */
const hosts = { first: 10, last: 254 };

/** A free internal address of a server's network, a hundred above those it has if that is one. */
export function nextInternalAddress({ internalAddresses }: Server, { servers }: CloudStore): string {
  const [first = '10.0.0.10'] = internalAddresses;
  const network = first.slice(0, first.lastIndexOf('.'));
  const taken = new Set([...servers.values()].flatMap((server) => server.internalAddresses));
  const own = internalAddresses.map((address) => Number(address.slice(address.lastIndexOf('.') + 1)));
  return (
    firstFree([network], Math.max(...own) + 100, taken) ?? firstFree([network], hosts.first, taken) ?? none()
  );
}

/** The next free public address, from the ranges kept for documentation (RFC 5737). */
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
