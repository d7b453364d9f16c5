import { readStepReference } from '../core/step-reference.ts';
import { cidrsOf, parseCidr } from './cidr.ts';
import { formatPortRange, type PortRange, readPortRange } from './port-range.ts';
import { highestPort, portRanges, portSet } from './port-set.ts';
import { union } from './ranges.ts';

/*
 * The lists of a policy in canonical form: equal if and only if they mean the same access, however it is written, ordered and
 * split. What can't be read stays as it is written, but for case and blanks around it, so it is equal only to itself.
 */

/** Returns the fewest ranges that are the same addresses, in order, then what can't be read. Never more entries than given. */
export function canonicalAddresses(texts: readonly string[]): readonly string[] {
  const [ranges, others] = readEach(texts, readAddresses);
  return [...cidrsOf(union(ranges)), ...others];
}

/** Returns the fewest ranges that are the same ports, by protocol, then what can't be read. `any` includes every other port. */
export function canonicalPorts(texts: readonly string[]): readonly string[] {
  const [ports, others] = readEach(texts, readPorts);
  return [...portRanges(portSet(ports)).map(formatPortRange), ...others];
}

/** Reads addresses that are known: the result of an earlier step is not, and stays a reference to it. */
const readAddresses = (text: string) => (readStepReference(text) ? undefined : parseCidr(text));

/** Protocols that are complete without ports. */
const withoutPorts = ['any', 'icmp', 'tcp', 'udp'];

/** Reads ports that carry traffic. Port 0 alone carries none, so it stays as it is written. */
function readPorts(text: string): PortRange | undefined {
  if (withoutPorts.includes(text)) return { protocol: text };
  const range = readPortRange(text);
  const { from = 0, to = from } = range ?? {};
  return range && Math.max(from, 1) <= to && to <= highestPort ? range : undefined;
}

function readEach<Entry>(
  texts: readonly string[],
  read: (text: string) => Entry | undefined,
): [entries: Entry[], others: readonly string[]] {
  const others = new Set<string>();
  const entries = texts.flatMap((text) => {
    const plain = text.trim().toLowerCase();
    const entry = read(plain);
    if (entry === undefined) others.add(plain);
    return entry ?? [];
  });
  return [entries, [...others].sort()];
}
