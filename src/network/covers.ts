import { type Content, type End, type NormalForm, normalForm } from '../network/normal-form.ts';
import { common as commonRanges, includes } from '../network/ranges.ts';

/** Returns whether `outer` allows all traffic that `inner` allows. Both must have the same destination location. */
export function covers(outer: Content, inner: Content): boolean {
  const [all, some] = [normalForm(outer), normalForm(inner)];
  return (
    coversEnd(all.sources, some.sources) &&
    coversEnd(all.destinations, some.destinations) &&
    includes(all.ports, some.ports)
  );
}

const coversEnd = (all: End, some: End): boolean =>
  includes(all.addresses, some.addresses) && [...some.names].every((name) => all.names.has(name));

/** Returns the traffic that both allow; undefined if there is none. */
export function common(a: Content, b: Content): NormalForm | undefined {
  const [first, second] = [normalForm(a), normalForm(b)];
  const sources = commonEnd(first.sources, second.sources);
  const destinations = commonEnd(first.destinations, second.destinations);
  const ports = commonRanges(first.ports, second.ports);
  return isEmpty(sources) || isEmpty(destinations) || ports.length === 0
    ? undefined
    : { sources, destinations, ports };
}

const commonEnd = (a: End, b: End): End => ({
  addresses: commonRanges(a.addresses, b.addresses),
  names: new Set([...a.names].filter((name) => b.names.has(name))),
});

const isEmpty = ({ addresses, names }: End): boolean => addresses.length === 0 && names.size === 0;
