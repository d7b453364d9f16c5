import { isIPv4 } from 'node:net';
import { readStepReference, withReferencesInWords, writeStepReference } from '../core/step-reference.ts';
import { type Range, size, type United, union } from './ranges.ts';
import { readCidr } from './read-cidr.ts';

/**
 * Parses an IPv4 range in CIDR notation to a range of numeric addresses: `10.0.0.7/24` becomes the 256 addresses of
 * 10.0.0.0/24. Undefined for anything else.
 */
export function parseCidr(text: string): Range | undefined {
  const earlier = readStepReference(text);
  if (earlier) return standInFor(earlier.step);
  const cidr = readCidr(isIPv4(text) ? `${text}/32` : text);
  if (!cidr) return undefined;
  const length = 2 ** (32 - cidr.prefix);
  const number = cidr.address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = number - (number % length);
  return { first, last: first + length - 1 };
}

/**
 * Stands for the address that an earlier step will return, of which only one fact is known: it is not private. These numbers
 * are above all IPv4 addresses, so no host and no firewall policy has one. The gaps between them keep them from being merged.
 */
const standIns = 2 ** 32;
const standInFor = (step: number): Range => ({ first: standIns + 2 * step, last: standIns + 2 * step });

/** Returns the step whose address a range stands for. */
const stepOf = ({ first }: Range): number | undefined =>
  first >= standIns ? (first - standIns) / 2 : undefined;

/** Formats a range in CIDR notation if it is aligned and a power of two, otherwise as its first and last address. */
export function formatRange(range: Range): string {
  const step = stepOf(range);
  if (step !== undefined) return withReferencesInWords(writeStepReference({ step, result: 'address' }));
  const { first, last } = range;
  const bits = Math.log2(size(range));
  const isCidr = Number.isInteger(bits) && first % size(range) === 0;
  return isCidr ? `${formatAddress(first)}/${32 - bits}` : `${formatAddress(first)}–${formatAddress(last)}`;
}

const formatAddress = (address: number): string =>
  [2 ** 24, 2 ** 16, 2 ** 8, 1].map((unit) => Math.floor(address / unit) % 256).join('.');

/** Formats a set as the fewest ranges in CIDR notation. */
export const cidrsOf = (addresses: United): readonly string[] =>
  addresses.flatMap(alignedIn).map(formatRange);

/** Splits a range into aligned ranges, each as long as possible. */
function alignedIn({ first, last }: Range): readonly Range[] {
  const aligned: Range[] = [];
  for (let from = first; from <= last; ) {
    let length = 1;
    while (from % (2 * length) === 0 && from + 2 * length - 1 <= last) length *= 2;
    aligned.push({ first: from, last: from + length - 1 });
    from += length;
  }
  return aligned;
}

/** Returns the smallest range in CIDR notation that contains all of these addresses. Throws if there are none. */
export function smallestCidr(addresses: United): string {
  const [first, last] = [addresses[0], addresses.at(-1)];
  if (!first || !last) throw new Error('no addresses');
  let length = 1;
  while (Math.floor(first.first / length) !== Math.floor(last.last / length)) length *= 2;
  const from = first.first - (first.first % length);
  return formatRange({ first: from, last: from + length - 1 });
}

/** Returns the addresses of all texts that are IPv4 ranges; omits others, such as the name of a server. */
export const addressesOf = (texts: readonly string[]): United =>
  union(texts.flatMap((text) => parseCidr(text) ?? []));
