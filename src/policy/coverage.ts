import type { Rule, Way } from '../core/exposure.ts';
import { contains, covered, formatRange, intersection, parseCidr, rangesOf } from './cidr.ts';
import { commonPorts, includesPorts } from './services.ts';

type Content = Pick<Way, 'sources' | 'destinations' | 'ports'>;
type End = 'sources' | 'destinations';

/** Whether a rule is applied now: a new one is pending first (service-facts §2.2). */
export const inForce = ({ enabled, status }: Rule): boolean => enabled && status.toLowerCase() === 'active';

/** Whether all that `inner` lets through is let through by `outer` too. Both must lead to the same place. */
export const covers = (outer: Content, inner: Content): boolean =>
  coversEnd('sources', outer, inner) && coversEnd('destinations', outer, inner) && coversPorts(outer, inner);

/** What cannot be read as a range is covered by nothing. */
const coversEnd = (end: End, outer: Content, inner: Content): boolean =>
  inner[end].every((text) => {
    const range = parseCidr(text);
    return range !== undefined && covered(range, rangesOf(outer[end]));
  });

const coversPorts = (outer: Content, inner: Content): boolean =>
  inner.ports.every((some) => outer.ports.some((other) => includesPorts(other, some)));

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
export function common(a: Content, b: Content): Content | undefined {
  const ports = a.ports.flatMap((some) => b.ports.flatMap((other) => commonPorts(some, other) ?? []));
  const both = { sources: commonEnd('sources', a, b), destinations: commonEnd('destinations', a, b), ports };
  return both.sources.length > 0 && both.destinations.length > 0 && ports.length > 0
    ? { ...both, ports: outermost(ports, includesPorts) }
    : undefined;
}

const commonEnd = (end: End, a: Content, b: Content): readonly string[] =>
  outermost(
    rangesOf(a[end]).flatMap((one) => rangesOf(b[end]).flatMap((other) => intersection(one, other) ?? [])),
    contains,
  ).map(formatRange);

/** Each only once, and none that is within another. */
const outermost = <Item>(items: readonly Item[], includes: (outer: Item, inner: Item) => boolean): Item[] =>
  items.filter(
    (item, at) =>
      !items.some(
        (other, before) => before !== at && includes(other, item) && (before < at || !includes(item, other)),
      ),
  );
