import { unknown } from '../../core/unknown-text.ts';
import { type Coverage, coverage } from '../../network/allowed-by.ts';
import { inForce } from '../../network/network-change.ts';
import type { Product } from '../../network/product.ts';
import type { United } from '../../network/ranges.ts';
import { mayAllow } from '../../network/unread-parts.ts';
import { isUnread, type Unread } from './not-read.ts';
import type { PlacedRule } from './placed-rules.ts';
import { partsOf } from './policy-table.ts';
import type { Place } from './reach-end.ts';

/** The traffic between two places, the rules for it, and the traffic that they allow. */
export interface Cell {
  readonly from: Place;
  readonly to: Place;
  readonly traffic: Product;
  /** All rules between the two places, including inactive ones and those about other traffic. */
  readonly rules: readonly PlacedRule[];
  readonly coverage: Coverage<PlacedRule>;
  /** Rules that may allow some of what is missing, since a part of them can't be read. */
  readonly unread: readonly PlacedRule[];
}

/** Compares traffic with rules per pair of places, since equal addresses in different places are different machines. */
export const cellsOf = (
  from: readonly Place[],
  to: readonly Place[],
  ports: United,
  rules: readonly PlacedRule[],
): readonly Cell[] =>
  from.flatMap((source) =>
    to.map((destination): Cell => {
      const traffic: Product = [source.addresses, destination.addresses, ports];
      const between = rules.filter((rule) => isBetween(rule, source, destination));
      const found = coverage(traffic, between);
      const possible = [...between, ...rules.filter((rule) => mayBeBetween(rule, source))];
      return {
        ...{ from: source, to: destination, traffic, rules: between, coverage: found },
        unread: mayAllow(traffic, found, possible, kindOfEnds),
      };
    }),
  );

/** Returns whether a rule from a place may lead to any place, since that can't be read. */
const mayBeBetween = (rule: PlacedRule, { at }: Place): boolean =>
  rule.to === unknown && (at === undefined || rule.from === at);

/** A public IP leads to addresses here, not to the name of a server. */
const kindOfEnds = () => 'inside' as const;

/**
 * Returns whether a rule may apply between two places. An unknown place can be any data center, and an unknown destination can
 * also be in another account.
 */
const isBetween = (rule: PlacedRule, from: Place, to: Place): boolean =>
  (from.at === undefined ? rule.scope.kind !== 'public' : rule.from === from.at) &&
  (to.at === undefined || rule.to === to.at);

/**
 * Whether policies allow some traffic. `unknown`: there are too many policies, or a part that the answer depends on could not be
 * read.
 */
export type Verdict = 'allowed' | 'partly' | 'not allowed' | 'unknown';

/** Derives the verdict. Unread policies may allow more, so with any of them the verdict is never 'not allowed'. */
export function verdictOf(cells: readonly Cell[], unread: Unread): Verdict {
  const isMissing = cells.some(({ coverage: { missing } }) => missing.length > 0);
  const isComplete = cells.length > 0 && cells.every(({ coverage }) => coverage.isComplete);
  if (!isMissing) return isComplete ? 'allowed' : 'unknown';
  const isAny = cells.flatMap(partsOf).some(({ rule }) => inForce(rule));
  if (isAny) return 'partly';
  return isUnread(unread) ? 'unknown' : 'not allowed';
}
