import { shortList } from '../core/list.ts';
import { formatRange, parseCidr } from './cidr.ts';
import type { Traffic } from './network-change.ts';
import { type PortSet, portSet } from './port-set.ts';
import { type United, union } from './ranges.ts';
import { portsInWords } from './services.ts';

/** The traffic that a rule allows, as declared or as the cloud API returns it. */
export type Content = Pick<Traffic, 'sources' | 'destinations' | 'ports'>;

/** The sources or the destinations of a rule. */
export interface Side {
  readonly addresses: United;
  /** Texts other than IPv4 ranges, such as the name of a server, or what can't be read: sorted, without duplicates. */
  readonly names: ReadonlySet<string>;
}

/** The traffic that a rule allows, in canonical form: equal for rules that allow equal traffic. */
export interface NormalForm {
  readonly sources: Side;
  readonly destinations: Side;
  readonly ports: PortSet;
}

const known = new WeakMap<Content, NormalForm>();

/** Returns the normal form of a rule, in O(n log n) of its ranges. Cached by object, since rules never change. */
export function normalForm(content: Content): NormalForm {
  const before = known.get(content);
  if (before) return before;
  const form = {
    sources: endOf(content.sources),
    destinations: endOf(content.destinations),
    ports: portSet(content.ports),
  };
  known.set(content, form);
  return form;
}

function endOf(texts: readonly string[]): Side {
  const names: string[] = [];
  const ranges = texts.flatMap((text) => {
    const range = parseCidr(text);
    if (!range) names.push(text);
    return range ?? [];
  });
  return { addresses: union(ranges), names: new Set(names.sort()) };
}

/** Upper bound for the ranges of one end, or the rules, that a sentence lists. The others are counted. */
export const maxNamed = 4;

/** Formats an end: "10.0.0.0/24, 10.0.2.7 and 3 more". A single address has no prefix. `max` is the number of ranges listed. */
export function inShort({ addresses, names }: Side, max = maxNamed): string {
  return shortList([...addresses.map((range) => formatRange(range).replace(/\/32$/, '')), ...names], max);
}

/** Formats traffic: "10.0.0.0/24 → 10.1.0.7 on HTTPS (443)". */
export const inBrief = ({ sources, destinations, ports }: NormalForm): string =>
  `${inShort(sources)} → ${inShort(destinations)} on ${portsInWords(ports)}`;

/** Creates an end without names. */
export const endOfAddresses = (addresses: United): Side => ({ addresses, names: new Set() });
