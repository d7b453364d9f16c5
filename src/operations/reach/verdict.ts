import { type Coverage, coverage } from '../../network/allowed-by.ts';
import { inForce } from '../../network/network-change.ts';
import type { PortSet } from '../../network/port-set.ts';
import type { Product } from '../../network/product.ts';
import { isUnread, type Unread } from './not-read.ts';
import type { PlacedRule } from './placed-rules.ts';
import { partsOf } from './policy-table.ts';
import type { Place } from './reach-end.ts';

/** The traffic from one place to another, with the rules for it, and what they leave of it. */
export interface Cell {
  readonly from: Place;
  readonly to: Place;
  readonly traffic: Product;
  /** Those between the two places, as they were read: also those that are about other traffic, or not active. */
  readonly rules: readonly PlacedRule[];
  readonly coverage: Coverage<PlacedRule>;
}

/** Compares traffic with rules, place by place: the same addresses elsewhere are other machines. */
export const cellsOf = (
  from: readonly Place[],
  to: readonly Place[],
  ports: PortSet,
  rules: readonly PlacedRule[],
): readonly Cell[] =>
  from.flatMap((source) =>
    to.map((destination): Cell => {
      const traffic: Product = [source.addresses, destination.addresses, ports];
      const between = rules.filter((rule) => isBetween(rule, source, destination));
      return { from: source, to: destination, traffic, rules: between, coverage: coverage(traffic, between) };
    }),
  );

/** A place that isn't known can be any data center, and for destinations also one of another account. */
const isBetween = (rule: PlacedRule, from: Place, to: Place): boolean =>
  (from.at === undefined ? rule.scope.kind !== 'public' : rule.from === from.at) &&
  (to.at === undefined || rule.to === to.at);

/**
 * What policies say of some traffic. `unknown`: there are too many to tell, or something could not be read on which the answer
 * depends.
 */
export type Verdict = 'allowed' | 'partly' | 'not allowed' | 'unknown';

/** What was not read is not counted, and may allow more: then nothing is said to be not allowed. */
export function verdictOf(cells: readonly Cell[], unread: Unread): Verdict {
  const isMissing = cells.some(({ coverage: { missing } }) => missing.length > 0);
  const isComplete = cells.length > 0 && cells.every(({ coverage }) => coverage.isComplete);
  if (!isMissing) return isComplete ? 'allowed' : 'unknown';
  const isAny = cells.flatMap(partsOf).some(({ rule }) => inForce(rule));
  if (isAny) return 'partly';
  return isUnread(unread) ? 'unknown' : 'not allowed';
}
