import { unknown } from '../core/unknown-text.ts';
import { type Coverage, coverage } from '../network/allowed-by.ts';
import { fewPieces } from '../network/few-pieces.ts';
import {
  inForce,
  mayBeInForce,
  type NetworkChange,
  type Rule,
  type RuleScope,
  ruleOf,
  type Traffic,
  type Update,
} from '../network/network-change.ts';
import { type NormalForm, normalForm } from '../network/normal-form.ts';
import { closesAccess, opensAccess } from '../network/opens-access.ts';
import { setOfPorts } from '../network/port-set.ts';
import { type Axis, type Product, productOf } from '../network/product.ts';
import { union } from '../network/ranges.ts';
import { atMost, isPartlyUnread, mayAllow } from '../network/unread-parts.ts';

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
  /**
   * The sources, destinations and ports that gain or lose access, without those that active policies allow completely. All of the
   * traffic if a part of it can't be read.
   */
  readonly affected: NormalForm;
  /** For an update: exactly the gained or lost access, in a few pieces, which may overlap; undefined if there are many. */
  readonly pieces?: readonly NormalForm[] | undefined;
  /** The other policies with the same destination location; for lost access, only active ones. */
  readonly others: readonly Rule[];
  /** Active policies among `others` that together allow all of the traffic, whatever it means; empty if they don't. */
  readonly allowedBy: readonly Rule[];
  /** Other policies that may allow some of the traffic, since a part of them can't be read. */
  readonly unread: readonly Rule[];
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
  const { traffic, before, scope } = update;
  if (!mayBeInForce(before)) return [{ kind: 'inactive already', rule: before }];
  const beside = rulesBeside(before, traffic, rules, scope);
  const { others, active } = beside;
  const gained = (): Impact => ({
    kind: 'gained',
    traffic,
    others,
    ...compareExactly(traffic, { ...beside, active: [...active, before] }),
  });
  const lost = (): Impact => ({
    kind: 'lost',
    traffic: before,
    others: active,
    ...compareExactly(before, { ...beside, active: [...active, { ...before, ...traffic }] }),
  });
  return [...(opensAccess(update) ? [gained()] : []), ...(closesAccess(update) ? [lost()] : [])];
}

function impactOf(networkChange: Exclude<NetworkChange, Update>, rules: readonly Rule[]): Impact {
  const { change, scope } = networkChange;
  const rule = ruleOf(networkChange, rules);
  const traffic = 'rule' in networkChange.traffic ? rule : networkChange.traffic;
  if (!traffic) return { kind: 'missing' };
  const beside = rulesBeside(rule, traffic, rules, scope);
  const { others, active } = beside;
  if (change === 'disables' || change === 'deletes') {
    if (rule && !mayBeInForce(rule)) return { kind: 'inactive already', rule };
    return { kind: 'lost', traffic, others: active, ...compare(traffic, beside) };
  }
  if (change === 'enables' && rule?.enabled) return { kind: 'enabled already', rule };
  return { kind: 'gained', traffic, others, ...compare(traffic, beside) };
}

/** The rules that some traffic is compared with. */
interface Beside {
  readonly kind: RuleScope['kind'];
  /** Those with the same destination location, and the active ones among them. */
  readonly others: readonly Rule[];
  readonly active: readonly Rule[];
  /** Those that may have it. */
  readonly possible: readonly Rule[];
}

/** Returns the other rules for the destination location of some traffic. Public IPs are not compared with each other. */
function rulesBeside(
  own: Rule | undefined,
  { to }: Traffic,
  rules: readonly Rule[],
  { kind }: RuleScope,
): Beside {
  const apart = kind === 'public' ? [] : rules.filter(({ id }) => id !== own?.id);
  const others = apart.filter((rule) => sameText(rule.to, to));
  return {
    kind,
    others,
    active: others.filter(inForce),
    possible: apart.filter((rule) => rule.to === unknown || sameText(rule.to, to)),
  };
}

type Compared = Pick<AccessChange, 'affected' | 'allowedBy' | 'unread'>;

const compare = (traffic: Traffic, beside: Beside): Compared =>
  comparedBy(coverage(atMost(traffic, beside.kind), beside.active), traffic, beside);

/**
 * Returns the affected part of some traffic: all of it if the comparison with the policies is too much work, or if a part of it
 * can't be read.
 */
function comparedBy(found: Coverage<Rule>, traffic: Traffic, { kind, possible }: Beside): Compared {
  const { missing, isComplete, allowedBy } = found;
  const unread = mayAllow(atMost(traffic, kind), found, possible, () => kind);
  if (!isComplete || missing.length === 0 || isPartlyUnread(traffic, kind))
    return { affected: normalForm(traffic), allowedBy, unread };
  const all = (axis: Axis) => union(missing.flatMap((piece) => piece[axis]));
  return { affected: formOf([all(0), all(1), all(2)], traffic), allowedBy, unread };
}

/** Upper bound for the pieces, each of which becomes a sentence. */
const maxPieces = 3;

/**
 * Compares what an update adds or removes exactly: the policy allows most of the traffic before and after, so a hull would
 * overstate the difference.
 */
function compareExactly(traffic: Traffic, beside: Beside): Compared & Pick<AccessChange, 'pieces'> {
  const { kind, active } = beside;
  const product = atMost(traffic, kind);
  const found = coverage(product, active);
  const isExact = found.isComplete && !isPartlyUnread(traffic, kind);
  const pieces = isExact ? fewPieces(found.missing, product, active.map(productOf)) : [];
  const isNamed = pieces.length > 0 && pieces.length <= maxPieces;
  return {
    ...comparedBy(found, traffic, beside),
    ...(isNamed && { pieces: pieces.map((piece) => formOf(piece, traffic)) }),
  };
}

/** Returns a part of some traffic. */
function formOf([sources, destinations, ports]: Product, traffic: Traffic): NormalForm {
  const whole = normalForm(traffic);
  return {
    sources: { ...whole.sources, addresses: sources },
    destinations: { ...whole.destinations, addresses: destinations },
    ports: setOfPorts(ports),
  };
}

const sameText = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
