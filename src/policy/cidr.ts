import { isIPv4 } from 'node:net';

/** A run of IPv4 addresses as numbers, both ends included: a `/24` holds 256. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

const all = 2 ** 32;

/** Reads `10.0.0.7/24` as the range that it lies in; undefined for what is no IPv4 range in CIDR notation. */
export function parseCidr(text: string): Range | undefined {
  const [address = '', prefix = '', ...more] = text.split('/');
  if (more.length > 0 || !isIPv4(address) || !/^\d{1,2}$/.test(prefix) || Number(prefix) > 32)
    return undefined;
  const size = 2 ** (32 - Number(prefix));
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = number - (number % size);
  return { first, last: first + size - 1 };
}

/** Writes a range that CIDR notation can say (aligned, a power of two); any other as its first and last address. */
export function formatRange({ first, last }: Range): string {
  const size = last - first + 1;
  const bits = Math.log2(size);
  const isCidr = Number.isInteger(bits) && first % size === 0;
  return isCidr
    ? `${formatAddress(first)}/${32 - bits}`
    : `${formatAddress(first)} to ${formatAddress(last)}`;
}

const formatAddress = (address: number): string =>
  [2 ** 24, 2 ** 16, 2 ** 8, 1].map((unit) => Math.floor(address / unit) % 256).join('.');

export const size = ({ first, last }: Range): number => last - first + 1;

/** Whether every address of `inner` is in `outer`. */
export const contains = (outer: Range, inner: Range): boolean =>
  outer.first <= inner.first && inner.last <= outer.last;

/** The addresses that are in both; undefined where none is. */
export function intersection(a: Range, b: Range): Range | undefined {
  const both = { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
  return both.first <= both.last ? both : undefined;
}

export const overlaps = (a: Range, b: Range): boolean => intersection(a, b) !== undefined;

/** The same addresses as the fewest ranges, in order: neighbours and repetitions are made one. */
export function union(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && range.first <= before.last + 1) {
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** How many different addresses the ranges hold together. */
export const addresses = (ranges: readonly Range[]): number =>
  union(ranges).reduce((sum, range) => sum + size(range), 0);

/** Whether the ranges together hold every address of `range`. */
export const covered = (range: Range, by: readonly Range[]): boolean =>
  union(by).some((one) => contains(one, range));

/** Whether the ranges together hold every IPv4 address, as `0.0.0.0/0` does and its two halves do. */
export const isEverything = (ranges: readonly Range[]): boolean => addresses(ranges) === all;

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].flatMap(
  (text) => parseCidr(text) ?? [],
);

/** Whether all of it is private, never on the internet (RFC 1918, section 3). */
export const isPrivate = (range: Range): boolean => covered(range, privateRanges);

/** The ranges that the texts name; what is no IPv4 range (a server's name) is left out. */
export const rangesOf = (texts: readonly string[]): readonly Range[] =>
  texts.flatMap((text) => parseCidr(text) ?? []);
