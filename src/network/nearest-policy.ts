import { inForce, type Rule } from './network-change.ts';
import { type Axis, axes, isEmpty, type Product, productOf } from './product.ts';
import { includes, minus, type United } from './ranges.ts';
import { isPartlyUnread } from './unread-parts.ts';

/** The policy that comes nearest to allowing some traffic. */
export interface Nearest {
  readonly rule: Rule;
  /** The addresses or ports that it lacks, in one dimension; undefined for a policy that is only inactive. */
  readonly missing: { readonly axis: Axis; readonly set: United } | undefined;
}

/**
 * Returns the policy that would allow all of some traffic if it were active, or if one of its sets were wider: preferably an
 * active one, then one that lacks only ports, then the one with the nearest addresses. Undefined if every policy lacks more, or
 * can't be read.
 */
export function nearestPolicy<Any extends Rule>(
  traffic: Product,
  rules: readonly Any[],
): (Nearest & { readonly rule: Any }) | undefined {
  const found = rules.flatMap((rule) => {
    const product = productOf(rule);
    // What it lacks isn't known.
    if (isPartlyUnread(rule, 'inside')) return [];
    const [axis, more] = axes.filter((one) => !includes(product[one], traffic[one]));
    if (isEmpty(product) || more !== undefined || (axis === undefined && inForce(rule))) return [];
    const missing = axis === undefined ? undefined : { axis, set: minus(traffic[axis], product[axis]) };
    return [{ rule, missing, rank: rankOf(rule, product, missing) }];
  });
  const [best] = found.sort((a, b) => a.rank - b.rank || (a.rule.id < b.rule.id ? -1 : 1));
  return best && { rule: best.rule, missing: best.missing };
}

function rankOf(rule: Rule, product: Product, missing: Nearest['missing']): number {
  if (!missing) return 0;
  const isActive = inForce(rule) ? 0 : 100;
  return isActive + (missing.axis === 2 ? 1 : 2 + distance(product[missing.axis], missing.set));
}

/** Returns how many low bits differ between the missing addresses and the nearest ones of the policy. */
const distance = (has: United, missing: United): number =>
  Math.max(
    ...missing.map(({ first, last }) =>
      Math.min(...has.flatMap((range) => [bits(range.last, first), bits(range.first, last)])),
    ),
  );

const bits = (a: number, b: number): number => 32 - Math.clz32(a ^ b);
