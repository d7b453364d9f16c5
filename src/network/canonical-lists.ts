import { isIPv4 } from 'node:net';
import { readStepReference } from '../core/step-reference.ts';
import { cidrsOf, parseCidr } from './cidr.ts';
import { formatPortRange, portRangeOf } from './port-range.ts';
import { portRanges, portSet } from './port-set.ts';
import { type Range, union } from './ranges.ts';

/*
 * The lists of a policy in canonical form: equal if and only if they mean the same access, however it is written, ordered and
 * split. What can't be read stays as it is written, but for case and blanks around it, so it is equal only to itself.
 */

/**
 * Returns the fewest ranges that are the same addresses, in order, then what can't be read. Never more entries than given, if
 * none is a range from one address to another.
 */
export function canonicalAddresses(texts: readonly string[]): readonly string[] {
  const others = new Set<string>();
  const ranges = texts.flatMap((text) => {
    const plain = text.trim().toLowerCase();
    const found = readAddresses(plain);
    if (!found) others.add(plain);
    return found ?? [];
  });
  return [...cidrsOf(union(ranges)), ...[...others].sort()];
}

/** Returns the fewest ranges that are the same ports, by protocol, then what can't be read. `any` includes every other port. */
export const canonicalPorts = (texts: readonly string[]): readonly string[] =>
  portRanges(portSet(texts.map(portRangeOf))).map(formatPortRange);

/**
 * Reads a range in CIDR notation, one address, `any`, or a range such as `10.0.0.1-10.0.0.9`. The result of an earlier step isn't
 * known yet, so it stays a reference.
 */
function readAddresses(text: string): Range | undefined {
  if (text === 'any') return parseCidr('0.0.0.0/0');
  if (readStepReference(text)) return undefined;
  const [first = '', last, ...more] = text.split('-').map((part) => part.trim());
  if (last === undefined) return parseCidr(text);
  return more.length === 0 && isIPv4(first) && isIPv4(last) ? spanOf(first, last) : undefined;
}

/** Returns the addresses from one to another; undefined if the second is the lower one. */
function spanOf(first: string, last: string): Range | undefined {
  const [from, to] = [parseCidr(first), parseCidr(last)];
  return from && to && from.first <= to.last ? { first: from.first, last: to.last } : undefined;
}
