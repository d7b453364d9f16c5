import { type Content, normalForm } from './normal-form.ts';
import { common, includes, meets, total, type United } from './ranges.ts';

/** Traffic from every source to every destination on every port. Equal traffic has equal products. */
export type Product = readonly [sources: United, destinations: United, ports: United];

/** The dimensions of a product. */
export type Axis = 0 | 1 | 2;
export const axes: readonly Axis[] = [0, 1, 2];

/** Returns the traffic that a rule certainly allows: names, and what can't be read, have neither addresses nor ports. */
export function productOf(content: Content): Product {
  const { sources, destinations, ports } = normalForm(content);
  return [sources.addresses, destinations.addresses, ports.numbers];
}

/** Replaces the set of a product in one dimension. */
export const withSet = ([sources, destinations, ports]: Product, axis: Axis, set: United): Product =>
  axis === 0 ? [set, destinations, ports] : axis === 1 ? [sources, set, ports] : [sources, destinations, set];

/** Returns whether a product contains no traffic. */
export const isEmpty = (product: Product): boolean => product.some(({ length }) => length === 0);

/** Returns whether two products overlap. */
export const overlaps = (a: Product, b: Product): boolean => axes.every((axis) => meets(a[axis], b[axis]));

/** Returns whether a product contains all traffic of another. */
export const contains = (outer: Product, inner: Product): boolean =>
  axes.every((axis) => includes(outer[axis], inner[axis]));

/** Returns the intersection of two products; undefined if it is empty. */
export const clip = (a: Product, b: Product): Product | undefined =>
  overlaps(a, b) ? [common(a[0], b[0]), common(a[1], b[1]), common(a[2], b[2])] : undefined;

/** Returns the approximate size of a product, for comparisons. It can be too large to be exact. */
export const volume = (product: Product): number => product.reduce((all, set) => all * total(set), 1);
