import { formatPortRange, highestPort, type PortRange } from './port-range.ts';
import { common, includes, total, type United, union } from './ranges.ts';

/** Ports of all protocols. */
export interface PortSet {
  /**
   * One set of numbers: TCP ports first, then UDP ports, ICMP, and one for all other protocols. This makes "any" a range with a
   * complement. Port 0 is reserved and carries no traffic, so it has no number.
   */
  readonly numbers: United;
  /** Texts that can't be read, such as the name of a protocol: sorted, without duplicates. Each may mean any ports. */
  readonly names: ReadonlySet<string>;
}

const icmp = 2 * highestPort + 1;
const others = icmp + 1;
const otherProtocols = 'other protocols';

/** Returns the number before the first port: 0 for TCP, 65,535 for UDP; undefined for a protocol without ports. */
const offsetOf = (protocol: string): number | undefined =>
  protocol === 'tcp' ? 0 : protocol === 'udp' ? highestPort : undefined;

/** The numbers of every port of every protocol. */
export const everyPort: United = [{ first: 1, last: others }];

/** Creates a set without names. */
export const setOfPorts = (numbers: United): PortSet => ({ numbers, names: new Set() });

/** Returns whether these are all ports of all protocols. */
export const isAnyPort = ({ numbers }: PortSet): boolean => includes(numbers, everyPort);

/** Returns the union of port ranges. A range without any port can't be read, either. */
export function portSet(ports: readonly PortRange[]): PortSet {
  const names: string[] = [];
  const ranges = ports.flatMap((range) => {
    const numbers = numbersOf(range);
    if (!numbers) names.push(formatPortRange(range));
    return numbers ?? [];
  });
  return { numbers: union(ranges), names: new Set(names.sort()) };
}

function numbersOf({ protocol, from, to = from }: PortRange): United | undefined {
  if (protocol === 'any') return everyPort;
  if (protocol === 'icmp') return [{ first: icmp, last: icmp }];
  if (protocol === otherProtocols) return [{ first: others, last: others }];
  const offset = offsetOf(protocol);
  if (offset === undefined) return undefined;
  const [first, last] =
    from === undefined || to === undefined
      ? [1, highestPort]
      : [Math.max(from, 1), Math.min(to, highestPort)];
  return first <= last ? [{ first: offset + first, last: offset + last }] : undefined;
}

/** Returns a set as ranges by protocol, in order, then the names, each as a protocol. */
export function portRanges({ numbers, names }: PortSet): readonly PortRange[] {
  const named = [...names].map((protocol) => ({ protocol }));
  if (includes(numbers, everyPort)) return [{ protocol: 'any' }, ...named];
  const withPorts = (['tcp', 'udp'] as const).flatMap((protocol) => {
    const offset = offsetOf(protocol) ?? 0;
    return common(numbers, [{ first: offset + 1, last: offset + highestPort }]).map(({ first, last }) => ({
      protocol,
      from: first - offset,
      to: last - offset,
    }));
  });
  const without = [
    [icmp, 'icmp'],
    [others, otherProtocols],
  ] as const;
  const more = without.flatMap(([number, protocol]) => (has(numbers, number) ? [{ protocol }] : []));
  return [...withPorts, ...more, ...named];
}

const has = (numbers: United, number: number): boolean =>
  includes(numbers, [{ first: number, last: number }]);

/** Returns whether a set contains a port of a protocol. */
export const includesPort = ({ numbers }: PortSet, protocol: string, port: number): boolean =>
  includes(numbers, portSet([{ protocol, from: port }]).numbers);

/** Returns the number of TCP and UDP ports. */
export const portCount = ({ numbers }: PortSet): number =>
  total(common(numbers, [{ first: 1, last: 2 * highestPort }]));

/**
 * Returns whether a set counts as every port: it has more ports than half of a protocol's, TCP and UDP together. Such a set is
 * defined by its exceptions. Lists of services have far fewer ports, and so does the ephemeral range (32768 to 65535).
 */
export const isEveryPort = (ports: PortSet): boolean => portCount(ports) > 2 ** 15;

/** Returns whether a range is all ports of a protocol. */
export const isWhole = ({ from, to }: PortRange): boolean => from === 1 && to === highestPort;
