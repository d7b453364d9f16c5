import { parseCidr } from '../../src/network/cidr.ts';
import { isPrivate } from '../../src/network/internet.ts';
import type { PublicIp } from '../provider.ts';
import { notFound } from '../refusal.ts';
import { type Droplet, privateAddresses, publicAddresses } from './droplets.ts';
import { everything, isInForce, type Network, portsOf, sourcesOf } from './firewalls.ts';

/** Whether a source lies in private space, from which nothing reaches a public address. Words are no addresses. */
function isFromInside(source: string): boolean {
  const range = parseCidr(source);
  return range !== undefined && isPrivate(range);
}

/**
 * Returns the access to a public address of a droplet: one product of ports and sources, though the firewalls of a droplet allow a union.
 * Where that is no product, the answer has neither: any would be false.
 */
export function publicAccess(of: Droplet, ip: string, { firewalls, droplets }: Network): PublicIp {
  if (!publicAddresses(of).includes(ip)) throw notFound();
  const attached = firewalls.filter((one) => isInForce(one, of));
  if (attached.length === 0) return answer(of, everything, []);
  const reachable = attached
    .flatMap(({ inbound_rules }) => inbound_rules)
    .map((rule) => ({ rule, from: sourcesOf(rule, droplets).filter((source) => !isFromInside(source)) }))
    .filter(({ from }) => from.length > 0);
  const products = [...Map.groupBy(reachable, ({ from }) => from.sort().join()).values()];
  if (products.length > 1) return inner(of);
  const [only = []] = products;
  return answer(of, portsOf(only.map(({ rule }) => rule)), only[0]?.from ?? []);
}

/** The private address that belongs to the public ones. */
function inner(of: Droplet): PublicIp {
  const [internalIPAddress] = privateAddresses(of);
  return internalIPAddress === undefined ? {} : { internalIPAddress };
}

function answer(of: Droplet, ports: readonly string[], sources: readonly string[]): PublicIp {
  return {
    ...inner(of),
    ports: ports.flatMap((port) => (port === 'any' ? everything : [port])).map(portOf),
    sourceRestrictions: sources.map((cidr) => ({ cidr })),
  };
}

function portOf(text: string): NonNullable<PublicIp['ports']>[number] {
  const [protocol = '', range = '0'] = text.split('/');
  const [port = 0, portTo] = range.split('-').map(Number);
  return { protocol: protocol.toUpperCase(), port, ...(portTo !== undefined && { portTo }) };
}
