import { isEverything } from './internet.ts';
import { type Content, type NormalForm, normalForm, type Side } from './normal-form.ts';
import { isAnyPort, type PortSet } from './port-set.ts';
import { common as commonRanges, includes } from './ranges.ts';

/**
 * Returns whether `outer` allows all traffic that `inner` allows. Both must have the same destination location. What can't be read
 * is covered by itself, and by everything.
 */
export function covers(outer: Content, inner: Content): boolean {
  const [all, some] = [normalForm(outer), normalForm(inner)];
  return (
    coversEnd(all.sources, some.sources) &&
    coversEnd(all.destinations, some.destinations) &&
    includes(all.ports.numbers, some.ports.numbers) &&
    (isAnyPort(all.ports) || hasEach(all.ports, some.ports))
  );
}

const coversEnd = (all: Side, some: Side): boolean =>
  includes(all.addresses, some.addresses) && (isEverything(all.addresses) || hasEach(all, some));

/** The names of an end, or of ports. */
type Named = Pick<Side, 'names'>;

const hasEach = (all: Named, some: Named): boolean => [...some.names].every((name) => all.names.has(name));

/** Returns the traffic that both allow; undefined if there is none. */
export function common(a: Content, b: Content): NormalForm | undefined {
  const [first, second] = [normalForm(a), normalForm(b)];
  const sources = commonEnd(first.sources, second.sources);
  const destinations = commonEnd(first.destinations, second.destinations);
  const ports = commonPorts(first.ports, second.ports);
  const isNone =
    isEmpty(sources) || isEmpty(destinations) || (ports.numbers.length === 0 && ports.names.size === 0);
  return isNone ? undefined : { sources, destinations, ports };
}

const commonEnd = (a: Side, b: Side): Side => ({
  addresses: commonRanges(a.addresses, b.addresses),
  names: commonNames(a, b),
});

const commonPorts = (a: PortSet, b: PortSet): PortSet => ({
  numbers: commonRanges(a.numbers, b.numbers),
  names: commonNames(a, b),
});

const commonNames = (a: Named, b: Named): ReadonlySet<string> =>
  new Set([...a.names].filter((name) => b.names.has(name)));

const isEmpty = ({ addresses, names }: Side): boolean => addresses.length === 0 && names.size === 0;
