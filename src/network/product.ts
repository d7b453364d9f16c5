import { type Content, normalForm } from './normal-form.ts';
import type { PortSet } from './port-set.ts';
import { common, includes, meets, total, type United } from './ranges.ts';

/** Traffic from every source to every destination on every port. Equal traffic has equal products. */
export type Product = readonly [sources: United, destinations: United, ports: PortSet];

/** The dimensions of a product. */
export type Axis = 0 | 1 | 2;
export const axes: readonly Axis[] = [0, 1, 2];

/** The traffic between addresses that a rule allows: an end that is a name, as the server of a public IP, has no addresses. */
export function productOf(content: Content): Product {
  const { sources, destinations, ports } = normalForm(content);
  return [sources.addresses, destinations.addresses, ports];
}

/** A product with another set in one dimension. */
export const withSet = ([sources, destinations, ports]: Product, axis: Axis, set: United): Product =>
  axis === 0 ? [set, destinations, ports] : axis === 1 ? [sources, set, ports] : [sources, destinations, set];

/** Whether a product allows nothing. */
export const isEmpty = (product: Product): boolean => product.some(({ length }) => length === 0);

/** Whether two products have traffic in common. */
export const overlaps = (a: Product, b: Product): boolean => axes.every((axis) => meets(a[axis], b[axis]));

/** Whether a product has all traffic of another. */
export const contains = (outer: Product, inner: Product): boolean =>
  axes.every((axis) => includes(outer[axis], inner[axis]));

/** The traffic that two products have in common; undefined if there is none. */
export const clip = (a: Product, b: Product): Product | undefined =>
  overlaps(a, b) ? [common(a[0], b[0]), common(a[1], b[1]), common(a[2], b[2])] : undefined;

/** How much a product has, to compare it with others: too large a number to be exact. */
export const volume = (product: Product): number => product.reduce((all, set) => all * total(set), 1);
