export type NonEmpty<Element> = readonly [Element, ...Element[]];

export function mapNonEmpty<Element, Result>(
  [first, ...rest]: NonEmpty<Element>,
  map: (element: Element, index: number) => Result,
): NonEmpty<Result> {
  return [map(first, 0), ...rest.map((element, index) => map(element, index + 1))];
}
