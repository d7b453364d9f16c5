import { type Coverage, coverage } from '../network/allowed-by.ts';
import { fewPieces } from '../network/few-pieces.ts';
import {
  inForce,
  type NetworkChange,
  type Rule,
  ruleOf,
  type Traffic,
  type Update,
} from '../network/network-change.ts';
import { type NormalForm, normalForm } from '../network/normal-form.ts';
import { closesAccess, opensAccess } from '../network/opens-access.ts';
import { type Axis, type Product, productOf } from '../network/product.ts';
import { union } from '../network/ranges.ts';

/** The effect of a network change on access, compared with the current policies of its scope. */
export type Impact =
  | { readonly kind: 'missing' }
  /** Enables a policy that is already enabled. */
  | { readonly kind: 'enabled already'; readonly rule: Rule }
  /** Disables, deletes or updates a policy that isn't active. */
  | { readonly kind: 'inactive already'; readonly rule: Rule }
  | AccessChange;

/** Access that is gained or lost. */
export interface AccessChange {
  readonly kind: 'gained' | 'lost';
  readonly traffic: Traffic;
  /** The sources, destinations and ports that gain or lose access, without those that active policies allow completely. */
  readonly affected: NormalForm;
  /** For an update: exactly the gained or lost access, in a few pieces, which may overlap; undefined if there are many. */
  readonly pieces?: readonly NormalForm[] | undefined;
  /** The other policies with the same destination location; for lost access, only active ones. */
  readonly others: readonly Rule[];
  /** Active policies among `others` that together allow all of the traffic; empty if they don't. */
  readonly allowedBy: readonly Rule[];
}

/**
 * Returns the impact of a network change; `rules` are the current policies of its scope. An update can have two impacts, or
 * none if the allowed traffic stays the same.
 */
export const impactsOf = (networkChange: NetworkChange, rules: readonly Rule[]): readonly Impact[] =>
  networkChange.change === 'updates'
    ? impactsOfUpdate(networkChange, rules)
    : [impactOf(networkChange, rules)];

/** Returns what an update adds, as if it created another policy, and what it removes, as if that was deleted then. */
function impactsOfUpdate(update: Update, rules: readonly Rule[]): readonly Impact[] {
  const { traffic, before } = update;
  if (!inForce(before)) return [{ kind: 'inactive already', rule: before }];
  const others = rules.filter((rule) => rule.id !== before.id && sameText(rule.to, traffic.to));
  const active = others.filter(inForce);
  const gained = (): Impact => ({
    kind: 'gained',
    traffic,
    others,
    ...compareExactly(traffic, [...active, before]),
  });
  const lost = (): Impact => ({
    kind: 'lost',
    traffic: before,
    others: active,
    ...compareExactly(before, [...active, { ...before, ...traffic }]),
  });
  return [...(opensAccess(update) ? [gained()] : []), ...(closesAccess(update) ? [lost()] : [])];
}

function impactOf(networkChange: Exclude<NetworkChange, Update>, rules: readonly Rule[]): Impact {
  const { change, scope } = networkChange;
  const rule = ruleOf(networkChange, rules);
  const traffic = 'rule' in networkChange.traffic ? rule : networkChange.traffic;
  if (!traffic) return { kind: 'missing' };
  const others = rules.filter((other) => other !== rule && sameText(other.to, traffic.to));
  const active = others.filter(inForce);
  if (change === 'disables' || change === 'deletes') {
    if (rule && !inForce(rule)) return { kind: 'inactive already', rule };
    return { kind: 'lost', traffic, others: active, ...compare(traffic, active) };
  }
  if (change === 'enables' && rule?.enabled) return { kind: 'enabled already', rule };
  return { kind: 'gained', traffic, others, ...compare(traffic, scope.kind === 'public' ? [] : active) };
}

type Compared = Pick<AccessChange, 'affected' | 'allowedBy'>;

const compare = (traffic: Traffic, active: readonly Rule[]): Compared =>
  comparedBy(coverage(productOf(traffic), active), traffic);

/** Returns the affected part of some traffic: all of it if the comparison with the policies is too much work. */
function comparedBy({ missing, isComplete, allowedBy }: Coverage<Rule>, traffic: Traffic): Compared {
  if (!isComplete || missing.length === 0) return { affected: normalForm(traffic), allowedBy };
  const all = (axis: Axis) => union(missing.flatMap((piece) => piece[axis]));
  return { affected: formOf([all(0), all(1), all(2)], traffic), allowedBy };
}

/** Upper bound for the pieces, each of which becomes a sentence. */
const maxPieces = 3;

/**
 * Compares what an update adds or removes exactly: the policy allows most of the traffic before and after, so a hull would
 * overstate the difference.
 */
function compareExactly(traffic: Traffic, active: readonly Rule[]): Compared & Pick<AccessChange, 'pieces'> {
  const product = productOf(traffic);
  const found = coverage(product, active);
  const pieces = found.isComplete ? fewPieces(found.missing, product, active.map(productOf)) : [];
  const isNamed = pieces.length > 0 && pieces.length <= maxPieces;
  return {
    ...comparedBy(found, traffic),
    ...(isNamed && { pieces: pieces.map((piece) => formOf(piece, traffic)) }),
  };
}

/** Returns a part of some traffic. */
function formOf([sources, destinations, ports]: Product, traffic: Traffic): NormalForm {
  const whole = normalForm(traffic);
  return {
    sources: { ...whole.sources, addresses: sources },
    destinations: { ...whole.destinations, addresses: destinations },
    ports,
  };
}

const sameText = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
