import type { Rule } from '../network/network-change.ts';
import { type Content, type End, type NormalForm, normalForm } from '../network/normal-form.ts';
import { commonPorts, includesPorts } from '../network/port-set.ts';
import { common as commonRanges, includes } from '../network/ranges.ts';

/** Whether a rule is active: a new one is pending first (service-facts §2.2). */
export const inForce = ({ enabled, status }: Rule): boolean => enabled && status.toLowerCase() === 'active';

/** Whether `outer` allows all traffic that `inner` allows. Both must be for the same destination location. */
export const covers = (outer: Content, inner: Content): boolean =>
  coversEnd('sources', outer, inner) && coversEnd('destinations', outer, inner) && coversPorts(outer, inner);

function coversEnd(end: 'sources' | 'destinations', outer: Content, inner: Content): boolean {
  const [all, some] = [normalForm(outer)[end], normalForm(inner)[end]];
  return includes(all.addresses, some.addresses) && [...some.names].every((name) => all.names.has(name));
}

const coversPorts = (outer: Content, inner: Content): boolean =>
  includesPorts(normalForm(outer).ports, normalForm(inner).ports);

/**
 * The rules that together allow all of `traffic`: a single one if possible, else several that differ only in their sources, their
 * destinations or their ports. Empty if none are found. Rules that differ in more than one of the three are not combined,
 * so an empty result does not prove that the traffic is new.
 */
export function coveredBy(traffic: Content, rules: readonly Rule[]): readonly Rule[] {
  const single = rules.find((rule) => covers(rule, traffic));
  if (single) return [single];
  const pieces = [
    rules.filter((rule) => coversEnd('destinations', rule, traffic) && coversPorts(rule, traffic)),
    rules.filter((rule) => coversEnd('sources', rule, traffic) && coversPorts(rule, traffic)),
    rules.filter((rule) => coversEnd('sources', rule, traffic) && coversEnd('destinations', rule, traffic)),
  ].map((some) => some.filter((rule) => common(rule, traffic)));
  return pieces.find((some) => covers(together(some), traffic) && some.length > 0) ?? [];
}

const together = (rules: readonly Rule[]): Content => ({
  sources: rules.flatMap(({ sources }) => sources),
  destinations: rules.flatMap(({ destinations }) => destinations),
  ports: rules.flatMap(({ ports }) => ports),
});

/** The traffic that both allow; undefined if there is none. */
export function common(a: Content, b: Content): NormalForm | undefined {
  const [first, second] = [normalForm(a), normalForm(b)];
  const sources = commonEnd(first.sources, second.sources);
  const destinations = commonEnd(first.destinations, second.destinations);
  const ports = commonPorts(first.ports, second.ports);
  return isEmpty(sources) || isEmpty(destinations) || ports.size === 0
    ? undefined
    : { sources, destinations, ports };
}

const commonEnd = (a: End, b: End): End => ({
  addresses: commonRanges(a.addresses, b.addresses),
  names: new Set([...a.names].filter((name) => b.names.has(name))),
});

const isEmpty = ({ addresses, names }: End): boolean => addresses.length === 0 && names.size === 0;
