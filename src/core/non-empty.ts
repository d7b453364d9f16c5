/** A list with at least one element. */
export type NonEmpty<Element> = readonly [Element, ...Element[]];

/** Maps each element of a list that is not empty. */
export function mapNonEmpty<Element, Result>(
  [first, ...rest]: NonEmpty<Element>,
  map: (element: Element, index: number) => Result,
): NonEmpty<Result> {
  return [map(first, 0), ...rest.map((element, index) => map(element, index + 1))];
}
