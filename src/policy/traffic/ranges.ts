/** Whole numbers that follow each other, both ends included: addresses or ports. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Ranges in order that neither overlap nor touch: the only way to write a set of numbers as ranges. Whatever is judged
 * is put into this form first, so that writing the same set in other pieces changes nothing.
 */
export type United = readonly Range[];

/** How many numbers the range holds. */
export const size = ({ first, last }: Range): number => last - first + 1;

/** Whether every number of `inner` is in `outer`. */
export const contains = (outer: Range, inner: Range): boolean =>
  outer.first <= inner.first && inner.last <= outer.last;

/** The numbers that are in both; undefined if there are none. */
export function intersection(a: Range, b: Range): Range | undefined {
  const both = { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
  return both.first <= both.last ? both : undefined;
}

/** All numbers of the ranges, in O(n log n). A range that ends before it begins holds nothing. */
export function union(ranges: readonly Range[]): United {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    if (range.last < range.first) continue;
    const before = merged.at(-1);
    if (before && range.first <= before.last + 1) {
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** How many numbers there are in all. */
export const total = (ranges: United): number => ranges.reduce((sum, range) => sum + size(range), 0);

/** Whether every number of `inner` is in `outer`, in one pass over both. */
export function includes(outer: United, inner: United): boolean {
  let at = 0;
  return inner.every((range) => {
    for (let one = outer[at]; one && one.last < range.first; one = outer[at]) at += 1;
    const one = outer[at];
    return one !== undefined && contains(one, range);
  });
}

/** The numbers that are in both, in one pass over both. */
export function common(a: United, b: United): United {
  const both: Range[] = [];
  for (let [i, j] = [0, 0]; ; ) {
    const [one, other] = [a[i], b[j]];
    if (!one || !other) return both;
    const shared = intersection(one, other);
    if (shared) both.push(shared);
    if (one.last < other.last) i += 1;
    else j += 1;
  }
}
