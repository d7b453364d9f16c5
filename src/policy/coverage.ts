import type { Rule } from '../core/network-change.ts';
import { type Content, type End, type NormalForm, normalForm } from './traffic/normal-form.ts';
import { commonPorts, includesPorts } from './traffic/port-set.ts';
import { common as commonRanges, includes } from './traffic/ranges.ts';

/** Whether a rule is applied now: a new one is pending first (service-facts §2.2). */
export const inForce = ({ enabled, status }: Rule): boolean => enabled && status.toLowerCase() === 'active';

/** Whether all that `inner` lets through is let through by `outer` too. Both must lead to the same place. */
export const covers = (outer: Content, inner: Content): boolean =>
  coversEnd('sources', outer, inner) && coversEnd('destinations', outer, inner) && coversPorts(outer, inner);

function coversEnd(end: 'sources' | 'destinations', outer: Content, inner: Content): boolean {
  const [all, some] = [normalForm(outer)[end], normalForm(inner)[end]];
  return includes(all.addresses, some.addresses) && [...some.names].every((name) => all.names.has(name));
}

const coversPorts = (outer: Content, inner: Content): boolean =>
  includesPorts(normalForm(outer).ports, normalForm(inner).ports);

/**
 * The rules that together let through all of `way`: one alone if there is one, else several that differ in their
 * sources, their destinations or their ports. Empty where none was found; rules that differ in more than one of the
 * three are not put together, so an empty answer does not prove that something is new.
 */
export function coveredBy(way: Content, rules: readonly Rule[]): readonly Rule[] {
  const alone = rules.find((rule) => covers(rule, way));
  if (alone) return [alone];
  const pieces = [
    rules.filter((rule) => coversEnd('destinations', rule, way) && coversPorts(rule, way)),
    rules.filter((rule) => coversEnd('sources', rule, way) && coversPorts(rule, way)),
    rules.filter((rule) => coversEnd('sources', rule, way) && coversEnd('destinations', rule, way)),
  ].map((some) => some.filter((rule) => common(rule, way)));
  return pieces.find((some) => covers(together(some), way) && some.length > 0) ?? [];
}

const together = (rules: readonly Rule[]): Content => ({
  sources: rules.flatMap(({ sources }) => sources),
  destinations: rules.flatMap(({ destinations }) => destinations),
  ports: rules.flatMap(({ ports }) => ports),
});

/** What both let through; undefined where nothing is. */
export function common(a: Content, b: Content): NormalForm | undefined {
  const [one, other] = [normalForm(a), normalForm(b)];
  const sources = commonEnd(one.sources, other.sources);
  const destinations = commonEnd(one.destinations, other.destinations);
  const ports = commonPorts(one.ports, other.ports);
  return isEmpty(sources) || isEmpty(destinations) || ports.size === 0
    ? undefined
    : { sources, destinations, ports };
}

const commonEnd = (a: End, b: End): End => ({
  addresses: commonRanges(a.addresses, b.addresses),
  names: new Set([...a.names].filter((name) => b.names.has(name))),
});

const isEmpty = ({ addresses, names }: End): boolean => addresses.length === 0 && names.size === 0;
