import { type Axis, axes, clip, isEmpty, overlaps, type Product, withSet } from './product.ts';
import { common, includes, meets, minus, type Range, size, type United, union } from './ranges.ts';

/** The part of a product that policies don't allow. */
export interface Remainder {
  /** Disjoint products, each of which is certainly missing. */
  readonly missing: readonly Product[];
  /** Whether `missing` is complete. If not, other traffic may be missing, even if `missing` is empty. */
  readonly isComplete: boolean;
}

/** Upper bounds for the work, in compared ranges; for the missing pieces; and for the memory, in ranges of all policies. */
interface Limits {
  readonly steps: number;
  readonly pieces: number;
  readonly ranges: number;
}
const defaults: Limits = { steps: 3_000_000, pieces: 10_000, ranges: 250_000 };

/** A part of the product, with the traffic that the policies allow in it. */
interface Cell {
  readonly cell: Product;
  readonly parts: readonly Product[];
}

/**
 * Returns exactly the part of a product that no policy allows. Splits the product until each part is allowed or missing. Some
 * patterns of policies need more splits than the limits allow; the remainder then contains the pieces found so far.
 */
export function remainder(
  product: Product,
  policies: readonly Product[],
  limits: Partial<Limits> = {},
): Remainder {
  const bounds = { ...defaults, ...limits };
  if (isEmpty(product)) return { missing: [], isComplete: true };
  const parts = policies.flatMap((policy) => {
    const part = clip(policy, product);
    return part ? [part] : [];
  });
  const missing: Product[] = [];
  const open: Cell[] = [{ cell: product, parts }];
  let work = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    work += rangesIn(next.parts);
    if (work > bounds.steps || missing.length >= bounds.pieces || rangesIn(next.parts) > bounds.ranges)
      return missing.length > 0 ? { missing, isComplete: false } : sampled(product, parts);
    const rest = shortened(next);
    if (!rest) continue;
    if (rest.cell !== next.cell) open.push(rest);
    else if (rest.parts.length === 0) missing.push(rest.cell);
    else open.push(...split(rest));
  }
  return { missing, isComplete: true };
}

const rangesIn = (parts: readonly Product[]): number =>
  parts.reduce((sum, part) => sum + part[0].length + part[1].length + part[2].length, 0);

/**
 * Cuts parts that span the cell in two dimensions off the third one, without a split. Returns an equal cell if there are none;
 * undefined if nothing remains.
 */
function shortened({ cell, parts }: Cell): Cell | undefined {
  const cuts: readonly [Range[], Range[], Range[]] = [[], [], []];
  const kept: Product[] = [];
  for (const part of parts) {
    if (!overlaps(part, cell)) continue;
    const [axis, more] = axes.filter((one) => !includes(part[one], cell[one]));
    if (axis === undefined) return undefined;
    if (more === undefined) cuts[axis].push(...part[axis]);
    else kept.push(part);
  }
  if (cuts.every(({ length }) => length === 0)) return { cell, parts: kept };
  const left = (axis: Axis): United =>
    cuts[axis].length === 0 ? cell[axis] : minus(cell[axis], union(cuts[axis]));
  const rest: Product = [left(0), left(1), left(2)];
  return isEmpty(rest) ? undefined : { cell: rest, parts: kept };
}

/** Cells with at most this many parts are split along one of them, others at the median of the parts' boundaries. */
const few = 8;

/** Splits a cell that is partly allowed into two, each with its parts. */
function split({ cell, parts }: Cell): readonly Cell[] {
  const [axis, set] = (parts.length > few ? median(cell, parts) : undefined) ?? along(cell, parts);
  return [set, minus(cell[axis], set)].map((half) => ({
    cell: withSet(cell, axis, half),
    parts: parts.flatMap((part) => cutTo(part, axis, half)),
  }));
}

function cutTo(part: Product, axis: Axis, half: United): readonly Product[] {
  if (!meets(part[axis], half)) return [];
  return [part[axis].length === 1 ? part : withSet(part, axis, common(part[axis], half))];
}

/** Returns a split along the first part with a boundary inside the cell. Each remaining part has one in some dimension. */
function along(cell: Product, parts: readonly Product[]): readonly [Axis, United] {
  for (const part of parts) {
    const axis = axes.find((one) => !includes(part[one], cell[one]));
    if (axis !== undefined) return [axis, common(cell[axis], part[axis])];
  }
  throw new Error('each part ends within its cell');
}

/** Returns the lower half of a cell, up to the median boundary in the dimension with most; undefined if there are none. */
function median(cell: Product, parts: readonly Product[]): readonly [Axis, United] | undefined {
  const stride = Math.max(1, parts.length >> 6); // a sample of 64 to 128 is enough
  const sample = parts.filter((_, at) => at % stride === 0);
  const ends = axes.map((axis) => endsWithin(cell[axis], sample, axis));
  const [axis] = axes.toSorted((a, b) => (ends[b]?.length ?? 0) - (ends[a]?.length ?? 0));
  const among = (axis !== undefined && ends[axis]?.sort((a, b) => a - b)) || [];
  const at = among[among.length >> 1];
  return axis === undefined || at === undefined
    ? undefined
    : [axis, common(cell[axis], [{ first: 0, last: at - 1 }])];
}

/** Returns the boundaries of parts inside a set: where a part begins, or has just ended. */
function endsWithin(set: United, parts: readonly Product[], axis: Axis): number[] {
  const low = set[0]?.first ?? 0;
  const high = set.at(-1)?.last ?? 0;
  return parts
    .flatMap((part) => part[axis].flatMap(({ first, last }) => [first, last + 1]))
    .filter((end) => end > low && end <= high);
}

/** Number of single packets that are tested if the whole is too much work. */
const samples = 32;

/** Returns the first of some packets, spread over the product, that no part allows. */
function sampled(product: Product, parts: readonly Product[]): Remainder {
  for (let at = 1; at <= samples; at += 1) {
    const packet: Product = [
      spread(product[0], at * 0.8192),
      spread(product[1], at * 0.671),
      spread(product[2], at * 0.5497),
    ];
    if (!parts.some((part) => overlaps(part, packet))) return { missing: [packet], isComplete: false };
  }
  return { missing: [], isComplete: false };
}

/** Returns one number of a set, at the fraction `share` of it. */
function spread(set: United, share: number): United {
  let skip = Math.floor((share % 1) * set.reduce((sum, range) => sum + size(range), 0));
  for (const range of set) {
    if (skip < size(range)) return [{ first: range.first + skip, last: range.first + skip }];
    skip -= size(range);
  }
  return set;
}
