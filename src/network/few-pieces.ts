import { type Axis, axes, clip, overlaps, type Product, volume, withSet } from './product.ts';
import { meets, minus, type Range, type United, union } from './ranges.ts';
import { remainder } from './remainder.ts';

/** Upper bounds for the pieces, since the work grows with their cube, and for comparisons with policies. */
const maxPieces = 100;
const maxCompared = 100_000;

/**
 * Returns the missing part of a product as few, wide products, which may overlap. Each covers most of what those before it
 * lack. Equal traffic gives equal products, whatever pieces it was found in. If that is too much work, returns the pieces
 * unchanged.
 */
export function fewPieces(
  pieces: readonly Product[],
  product: Product,
  policies: readonly Product[],
): readonly Product[] {
  const parts = policies.filter((policy) => overlaps(policy, product));
  const ordered = pieces.length > maxPieces ? [] : inOrder(pieces);
  if (pieces.length > maxPieces || ordered.length * parts.length > maxCompared)
    return pieces.toSorted((a, b) => volume(b) - volume(a));
  const known = new Map<string, Product>();
  for (const piece of ordered)
    for (const order of orders) {
      const wide = order.reduce((box, axis) => widened(box, axis, product, parts), piece);
      known.set(JSON.stringify(wide), wide);
    }
  const widest = [...known].sort(([a, one], [b, other]) => volume(other) - volume(one) || (a < b ? -1 : 1));
  return fewest(
    pieces,
    widest.map(([, wide]) => wide),
  );
}

const orders: readonly (readonly Axis[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** Widens a product in one dimension to everything in the whole that no part covers. */
function widened(box: Product, axis: Axis, whole: Product, parts: readonly Product[]): Product {
  const others = axes.filter((other) => other !== axis);
  const beside = parts.filter((part) => others.every((other) => meets(part[other], box[other])));
  return withSet(box, axis, minus(whole[axis], union(beside.flatMap((part) => part[axis]))));
}

/** Chooses, repeatedly, the product that covers most of what is still uncovered. */
function fewest(pieces: readonly Product[], candidates: readonly Product[]): readonly Product[] {
  const chosen: Product[] = [];
  for (let open = pieces; open.length > 0; ) {
    const gain = (wide: Product): number =>
      open.reduce((sum, piece) => {
        const both = clip(piece, wide);
        return both ? sum + volume(both) : sum;
      }, 0);
    const gains = candidates.map(gain);
    const best = candidates[gains.indexOf(Math.max(...gains))];
    if (!best) break;
    chosen.push(best);
    open = open.flatMap((piece) => remainder(piece, [best]).missing);
  }
  return chosen;
}

/** A set of one dimension, with the slices of the next dimensions. */
interface Slice {
  readonly set: United;
  readonly beside: readonly Slice[];
}

/** Cuts traffic into pieces that don't depend on how it was found. */
const inOrder = (pieces: readonly Product[]): readonly Product[] =>
  slices(pieces, axes).flatMap(({ set: sources, beside }) =>
    beside.flatMap(({ set: destinations, beside: last }) =>
      last.map(({ set: ports }): Product => [sources, destinations, ports]),
    ),
  );

/** Cuts pieces at every boundary, and joins sets with equal slices in the next dimensions. */
function slices(pieces: readonly Product[], [axis, ...later]: readonly Axis[]): readonly Slice[] {
  if (axis === undefined) return [];
  const ends = new Set(
    pieces.flatMap((piece) => piece[axis].flatMap(({ first, last }) => [first, last + 1])),
  );
  const cuts = [...ends].sort((a, b) => a - b);
  const found = new Map<string, { ranges: Range[]; beside: readonly Slice[] }>();
  for (const [at, first] of cuts.slice(0, -1).entries()) {
    const range = { first, last: (cuts[at + 1] ?? first) - 1 };
    const here = pieces.filter((piece) => meets(piece[axis], [range]));
    if (here.length === 0) continue;
    const beside = slices(here, later);
    const key = JSON.stringify(beside);
    const same = found.get(key) ?? { ranges: [], beside };
    same.ranges.push(range);
    found.set(key, same);
  }
  return [...found.values()].map(({ ranges, beside }) => ({ set: union(ranges), beside }));
}
