import { list } from '../../core/list.ts';
import { countsAsEveryone } from '../../network/internet.ts';
import { endOfAddresses, inShort, type Side } from '../../network/normal-form.ts';
import { total } from '../../network/ranges.ts';
import type { RiskRule } from './rule.ts';

export const largeRange = {
  kind: 'opening',
  id: 'largeRange',
  points: 2,
  description: 'The source or the destination has more addresses than a /16 (65,536).',
  reason({ sources, destinations }) {
    // `anySource` covers sources that count as everyone, and gives at least as many points.
    const ends = countsAsEveryone(sources.addresses) ? [destinations] : [sources, destinations];
    const large = ends.filter(isLarge);
    if (large.length === 0) return undefined;
    return `${list(large.map(inWords))} wider than /16`;
  },
} as const satisfies RiskRule;

/** Formats the addresses of an end. None of several ranges needs to be wide by itself. */
const inWords = ({ addresses }: Side): string =>
  `${inShort(endOfAddresses(addresses), 2)}${addresses.length > 1 ? ' together' : ''}`;

const isLarge = ({ addresses }: Side): boolean => total(addresses) > 2 ** 16;
