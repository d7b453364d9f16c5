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

/** What a network change does to access, compared with the present policies of its scope. */
export type Impact =
  | { readonly kind: 'missing' }
  /** An `enables` of a policy that is enabled already. */
  | { readonly kind: 'enabled already'; readonly rule: Rule }
  /** A policy that isn't active is disabled, deleted or updated. */
  | { readonly kind: 'inactive already'; readonly rule: Rule }
  | AccessChange;

/** Access that is gained or lost. */
export interface AccessChange {
  readonly kind: 'gained' | 'lost';
  readonly traffic: Traffic;
  /** The sources, destinations and ports that gain or lose some of it: not those with which active policies allow all anyway. */
  readonly affected: NormalForm;
  /** For an update: exactly what is gained or lost, in few pieces, which may overlap; undefined if these would be many. */
  readonly pieces?: readonly NormalForm[] | undefined;
  /** The other policies for the same destination location: of lost access, the active ones. */
  readonly others: readonly Rule[];
  /** Active policies among `others` that together allow all of the traffic anyway; empty if there are none. */
  readonly allowedBy: readonly Rule[];
}

/**
 * The impact of a network change; `rules` are the present policies of its scope. An update can have two, and none if the policy
 * allows then what it allows now.
 */
export const impactsOf = (networkChange: NetworkChange, rules: readonly Rule[]): readonly Impact[] =>
  networkChange.change === 'updates'
    ? impactsOfUpdate(networkChange, rules)
    : [impactOf(networkChange, rules)];

/** What an update adds, as if the policy were created beside the present one, and what it takes, as if that were deleted then. */
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

/** If it is too much to tell what the policies leave of the traffic, all of it counts as affected. */
function comparedBy({ missing, isComplete, allowedBy }: Coverage<Rule>, traffic: Traffic): Compared {
  if (!isComplete || missing.length === 0) return { affected: normalForm(traffic), allowedBy };
  const all = (axis: Axis) => union(missing.flatMap((piece) => piece[axis]));
  return { affected: formOf([all(0), all(1), all(2)], traffic), allowedBy };
}

/** Upper bound for the pieces that are named, a sentence for each. */
const maxPieces = 3;

/** Compares what an update adds or takes: the policy itself allows most of it before and after, so a hull would say too much. */
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

/** A part of some traffic. */
function formOf([sources, destinations, ports]: Product, traffic: Traffic): NormalForm {
  const whole = normalForm(traffic);
  return {
    sources: { ...whole.sources, addresses: sources },
    destinations: { ...whole.destinations, addresses: destinations },
    ports,
  };
}

const sameText = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
