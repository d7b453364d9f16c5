import type { Traffic } from '../../core/network-change.ts';
import { formatRange, parseCidr } from './cidr.ts';
import { type PortSet, portSet } from './port-set.ts';
import { type United, union } from './ranges.ts';
import { shortList } from './services.ts';

/** What a rule lets through, as it is declared or as the service writes it. */
export type Content = Pick<Traffic, 'sources' | 'destinations' | 'ports'>;

/** One end of a rule. */
export interface End {
  readonly addresses: United;
  /** What is no IPv4 range, a server's name for example: each once, in order. */
  readonly names: ReadonlySet<string>;
}

/** What a rule lets through, in the only way to write it: two that let through the same have the same normal form. */
export interface NormalForm {
  readonly sources: End;
  readonly destinations: End;
  readonly ports: PortSet;
}

const known = new WeakMap<Content, NormalForm>();

/** The normal form of a rule, in O(n log n) for all its ranges; kept for as long as the rule is, as rules never change. */
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

function endOf(texts: readonly string[]): End {
  const names: string[] = [];
  const ranges = texts.flatMap((text) => {
    const range = parseCidr(text);
    if (!range) names.push(text);
    return range ?? [];
  });
  return { addresses: union(ranges), names: new Set(names.sort()) };
}

/** Upper bound for what a sentence names of a kind: ranges of one end, rules. The rest is counted. */
export const maxNamed = 4;

/** An end in words: "10.0.0.0/24, 10.0.2.7 and 3 more"; a single address goes without its prefix. */
export function inShort({ addresses, names }: End): string {
  return shortList(
    [...addresses.map((range) => formatRange(range).replace(/\/32$/, '')), ...names],
    maxNamed,
  );
}
