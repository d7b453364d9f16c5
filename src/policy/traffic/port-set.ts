import type { PortRange } from '../../core/port-range.ts';
import { common, includes, type Range, total, type United, union } from './ranges.ts';

/**
 * Ports by protocol, united, TCP and UDP first: the only way to write them. `any` alone stands for every protocol; a
 * protocol without ports (ICMP) has the whole range.
 */
export type PortSet = ReadonlyMap<string, United>;

const highest = 65_535;
const whole: Range = { first: 0, last: highest };
const everyPort: PortSet = new Map([['any', [whole]]]);

/** The ports that are open on any of these. */
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

/** Whether everything on `inner` is also on `outer`. */
export const includesPorts = (outer: PortSet, inner: PortSet): boolean =>
  hasEveryProtocol(outer) ||
  [...inner].every(([protocol, ranges]) => includes(outer.get(protocol) ?? [], ranges));

/** The ports that are on both. */
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

/** Whether a port of a protocol is open. */
export const includesPort = (ports: PortSet, protocol: string, port: number): boolean =>
  includesPorts(ports, new Map([[protocol, [{ first: port, last: port }]]]));

/** How many ports of TCP and UDP are open; port 0 is none. */
export function portCount(ports: PortSet): number {
  if (hasEveryProtocol(ports)) return 2 * highest;
  const real: United = [{ first: 1, last: highest }];
  return ['tcp', 'udp'].reduce((sum, protocol) => sum + total(common(ports.get(protocol) ?? [], real)), 0);
}

/**
 * Whether so many ports are open that it counts as every port: more than half of a protocol's, TCP and UDP taken
 * together. Then what is named is what stays shut. Lists of services never come near, nor do the ports that systems
 * choose from for themselves (32768 to 65535).
 */
export const isEveryPort = (ports: PortSet): boolean => portCount(ports) > 2 ** 15;

/** Whether it is all of a protocol that has ports. */
export const isWhole = ({ first, last }: Range): boolean => first <= 1 && last === highest;
