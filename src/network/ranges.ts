/** Consecutive whole numbers, both ends included: addresses or ports. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * A set of numbers in canonical form: sorted ranges that neither overlap nor touch. Comparisons use this form, so they don't
 * depend on how a set was divided.
 */
export type United = readonly Range[];

/** Returns the number of integers in a range. */
export const size = ({ first, last }: Range): number => last - first + 1;

/** Returns the union of ranges, in O(n log n). A range that ends before it begins is empty. */
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

/** Returns the number of integers in a set. */
export const total = (ranges: United): number => ranges.reduce((sum, range) => sum + size(range), 0);

/** Returns whether a set contains another, in one pass over both. */
export function includes(outer: United, inner: United): boolean {
  let at = 0;
  return inner.every((range) => {
    for (let candidate = outer[at]; candidate && candidate.last < range.first; candidate = outer[at]) at += 1;
    const candidate = outer[at];
    return candidate !== undefined && candidate.first <= range.first && range.last <= candidate.last;
  });
}

/** Returns the intersection of two sets, in one pass over both. */
export function common(a: United, b: United): United {
  const both: Range[] = [];
  for (let [i, j] = [0, 0]; ; ) {
    const [first, second] = [a[i], b[j]];
    if (!first || !second) return both;
    const shared = { first: Math.max(first.first, second.first), last: Math.min(first.last, second.last) };
    if (shared.first <= shared.last) both.push(shared);
    if (first.last < second.last) i += 1;
    else j += 1;
  }
}

/** Returns the difference of two sets, in one pass over both. */
export function minus(a: United, b: United): United {
  const rest: Range[] = [];
  let at = 0;
  for (const { first, last } of a) {
    let from = first;
    for (let cut = b[at]; cut && cut.first <= last; cut = b[at]) {
      if (cut.first > from) rest.push({ first: from, last: cut.first - 1 });
      from = Math.max(from, cut.last + 1);
      if (cut.last > last) break;
      at += 1;
    }
    if (from <= last) rest.push({ first: from, last });
  }
  return rest;
}

/** Returns whether two sets intersect, in at most one pass over both. */
export function meets(a: United, b: United): boolean {
  for (let [i, j] = [0, 0]; ; ) {
    const [first, second] = [a[i], b[j]];
    if (!first || !second) return false;
    if (first.last < second.first) i += 1;
    else if (second.last < first.first) j += 1;
    else return true;
  }
}
