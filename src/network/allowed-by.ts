import { inForce, type Rule } from './network-change.ts';
import { clip, contains, isEmpty, overlaps, type Product, productOf, volume } from './product.ts';
import { type Remainder, remainder } from './remainder.ts';

/** Upper bound for the policies that are reduced to the fewest needed. */
const maxTried = 64;

/** The part of some traffic that active policies don't allow. */
export interface Coverage<Any extends Rule> extends Remainder {
  /** If they allow all of it: one policy that does so alone, otherwise the fewest that do so together. Empty if they don't. */
  readonly allowedBy: readonly Any[];
}

/** Compares traffic with policies for the same place. */
export function coverage<Any extends Rule>(traffic: Product, rules: readonly Any[]): Coverage<Any> {
  const active = rules.filter(inForce);
  const relevant = active.filter((rule) => overlaps(productOf(rule), traffic));
  const rest = remainder(traffic, relevant.map(productOf));
  const isAllowed = rest.isComplete && rest.missing.length === 0 && !isEmpty(traffic);
  return { ...rest, allowedBy: isAllowed ? fewest(traffic, relevant) : [] };
}

/** Drops policies, narrowest first, as long as the others allow all of the traffic. */
function fewest<Any extends Rule>(traffic: Product, rules: readonly Any[]): readonly Any[] {
  const single = rules.find((rule) => contains(productOf(rule), traffic));
  if (single) return [single];
  if (rules.length > maxTried) return rules;
  let kept = rules;
  for (const rule of rules.toSorted((a, b) => partOf(traffic, a) - partOf(traffic, b) || byId(b, a))) {
    const others = kept.filter((other) => other !== rule);
    const { missing, isComplete } = remainder(traffic, others.map(productOf), { pieces: 1 });
    if (isComplete && missing.length === 0) kept = others;
  }
  return kept;
}

const byId = (a: Rule, b: Rule): number => (a.id < b.id ? -1 : 1);

/** Returns a measure of how much of some traffic a policy allows. */
function partOf(traffic: Product, rule: Rule): number {
  const part = clip(productOf(rule), traffic);
  return part ? volume(part) : 0;
}
