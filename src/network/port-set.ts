import type { PortRange } from './port-range.ts';
import { common, includes, type Range, total, type United, union } from './ranges.ts';

/**
 * Ports by protocol in canonical form, TCP and UDP first. `any` alone stands for every protocol; a protocol without ports
 * (ICMP) has the whole range.
 */
export type PortSet = ReadonlyMap<string, United>;

const highest = 65_535;
const whole: Range = { first: 0, last: highest };
const everyPort: PortSet = new Map([['any', [whole]]]);

/** The union of port ranges. */
export function portSet(ports: readonly PortRange[]): PortSet {
  if (ports.some(({ protocol }) => protocol === 'any')) return everyPort;
  const grouped = [...Map.groupBy(ports, ({ protocol }) => protocol)].sort(([a], [b]) => byProtocol(a, b));
  return new Map(
    grouped.flatMap(([protocol, some]) => {
      const united = union(some.map(rangeOf));
      return united.length > 0 ? [[protocol, united]] : [];
    }),
  );
}

const rangeOf = ({ from, to = from }: PortRange): Range =>
  from === undefined || to === undefined ? whole : { first: from, last: to };

const order = ['tcp', 'udp', 'icmp'];

function byProtocol(a: string, b: string): number {
  const rank = (protocol: string): number =>
    order.includes(protocol) ? order.indexOf(protocol) : order.length;
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

const hasEveryProtocol = (ports: PortSet): boolean => ports.has('any');

/** Whether `outer` has all ports of `inner`. */
export const includesPorts = (outer: PortSet, inner: PortSet): boolean =>
  hasEveryProtocol(outer) ||
  [...inner].every(([protocol, ranges]) => includes(outer.get(protocol) ?? [], ranges));

/** The intersection of two port sets. */
export function commonPorts(a: PortSet, b: PortSet): PortSet {
  if (hasEveryProtocol(a)) return b;
  if (hasEveryProtocol(b)) return a;
  return new Map(
    [...a].flatMap(([protocol, ranges]) => {
      const both = common(ranges, b.get(protocol) ?? []);
      return both.length > 0 ? [[protocol, both]] : [];
    }),
  );
}

/** Whether a set has a port of a protocol. */
export const includesPort = (ports: PortSet, protocol: string, port: number): boolean =>
  includesPorts(ports, new Map([[protocol, [{ first: port, last: port }]]]));

/** The number of TCP and UDP ports; port 0 does not count. */
export function portCount(ports: PortSet): number {
  if (hasEveryProtocol(ports)) return 2 * highest;
  const real: United = [{ first: 1, last: highest }];
  return ['tcp', 'udp'].reduce((sum, protocol) => sum + total(common(ports.get(protocol) ?? [], real)), 0);
}

/**
 * Whether a set counts as every port: it has more ports than half of a protocol's, TCP and UDP together. Such a set is
 * defined by what it leaves out. No list of services is near this, nor is the range of ephemeral ports (32768 to 65535).
 */
export const isEveryPort = (ports: PortSet): boolean => portCount(ports) > 2 ** 15;

/** Whether a range is all ports of a protocol. */
export const isWhole = ({ first, last }: Range): boolean => first <= 1 && last === highest;
