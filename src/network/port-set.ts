import type { PortRange } from './port-range.ts';
import { common, includes, type Range, total, type United, union } from './ranges.ts';

/**
 * Ports of all protocols as one set of numbers: TCP ports first, then UDP ports, ICMP, and every other protocol. This makes
 * "any" a range with a complement. Port 0 is reserved and carries no traffic, so it has no number.
 */
export type PortSet = United;

/** The highest port of TCP and UDP. */
export const highestPort = 65_535;
const icmp = 2 * highestPort + 1;
const others = icmp + 1;

/** Protocols without ports are numbered by the first ten letters of their names, which keeps them distinct. */
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-/';
const nameLength = 10;
const base = letters.length + 1;

/** Returns the number before the first port: 0 for TCP, 65,535 for UDP; undefined for a protocol without ports. */
const offsetOf = (protocol: string): number | undefined =>
  protocol === 'tcp' ? 0 : protocol === 'udp' ? highestPort : undefined;

/** Every port of every protocol. */
export const everyPort: PortSet = [{ first: 1, last: others + base ** nameLength }];

/** Returns whether these are all ports of all protocols. */
export const isAnyPort = (ports: PortSet): boolean => includes(ports, everyPort);

/** Returns the union of port ranges. */
export const portSet = (ports: readonly PortRange[]): PortSet => union(ports.flatMap(numbersOf));

function numbersOf({ protocol, from, to = from }: PortRange): readonly Range[] {
  if (protocol === 'any') return everyPort;
  const offset = offsetOf(protocol);
  const only = protocol === 'icmp' ? icmp : others + numberOf(protocol);
  if (offset === undefined) return [{ first: only, last: only }];
  const [first, last] = from === undefined || to === undefined ? [1, highestPort] : [from, to];
  return [{ first: offset + Math.max(first, 1), last: offset + Math.min(last, highestPort) }];
}

const numberOf = (name: string): number =>
  [...name.padEnd(nameLength).slice(0, nameLength)].reduce(
    (sum, letter) => sum * base + letters.indexOf(letter) + 1,
    0,
  );

function nameOf(number: number): string {
  const places = Array.from({ length: nameLength }, (_, at) => Math.floor(number / base ** at) % base);
  return places.reduceRight((name, place) => name + (letters[place - 1] ?? ''), '');
}

/** Returns a set as ranges by protocol, in order. Several unnamed protocols become `other protocols`. */
export function portRanges(ports: PortSet): readonly PortRange[] {
  if (isAnyPort(ports)) return [{ protocol: 'any' }];
  const withPorts = (['tcp', 'udp'] as const).flatMap((protocol) => {
    const offset = offsetOf(protocol) ?? 0;
    return common(ports, [{ first: offset + 1, last: offset + highestPort }]).map(({ first, last }) => ({
      protocol,
      from: first - offset,
      to: last - offset,
    }));
  });
  const ping = common(ports, [{ first: icmp, last: icmp }]).map(() => ({ protocol: 'icmp' }));
  const more = common(ports, [{ first: others, last: Number.MAX_SAFE_INTEGER }]).map(({ first, last }) => ({
    protocol: first === last ? nameOf(first - others) : 'other protocols',
  }));
  return [...withPorts, ...ping, ...more];
}

/** Returns whether a set contains a port of a protocol. */
export const includesPort = (ports: PortSet, protocol: string, port: number): boolean =>
  includes(ports, portSet([{ protocol, from: port }]));

/** Returns the number of TCP and UDP ports. */
export const portCount = (ports: PortSet): number =>
  total(common(ports, [{ first: 1, last: 2 * highestPort }]));

/**
 * Returns whether a set counts as every port: it has more ports than half of a protocol's, TCP and UDP together. Such a set is
 * defined by its exceptions. Lists of services have far fewer ports, and so does the ephemeral range (32768 to 65535).
 */
export const isEveryPort = (ports: PortSet): boolean => portCount(ports) > 2 ** 15;

/** Returns whether a range is all ports of a protocol. */
export const isWhole = ({ from, to }: PortRange): boolean => from === 1 && to === highestPort;
