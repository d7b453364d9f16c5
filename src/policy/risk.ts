import { count } from '../answer/answer.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import { everything } from '../network/internet.ts';
import { accountsAffected, type NetworkChange } from '../network/network-change.ts';
import { type Content, normalForm, type Side } from '../network/normal-form.ts';
import { closesAccess, opensAccess } from '../network/opens-access.ts';
import { everyPort } from '../network/port-set.ts';
import type { Policy } from './policy.ts';
import { riskRules } from './rules/index.ts';
import type {
  AccountRule,
  Closing,
  OpenedTraffic,
  OpeningRule,
  RiskRule,
  TouchedAccount,
} from './rules/rule.ts';
import { endOf, opens, type Scored, together } from './together.ts';

/** One reason why a change is risky. */
export interface Point {
  readonly points: number;
  /** A short phrase: "all ports incl. SSH, RDP". */
  readonly why: string;
}

/** A rule that applies to a change, with its reason. */
interface Applied extends Point {
  readonly rule: RiskRule;
}

/** Returns the readings of a change. An update that both opens and closes access has two, and counts as the worse one. */
function appliedTo(scored: Scored, policy: Policy, rules: readonly RiskRule[]): NonEmpty<readonly Applied[]> {
  const { opens: opened, closes, accounts } = inputOf(scored, policy);
  if (!opened || !closes) return [appliedIn({ opens: opened, closes, accounts }, policy, rules)];
  return [
    appliedIn({ opens: opened, accounts }, policy, rules),
    appliedIn({ closes, accounts }, policy, rules),
  ];
}

/** Returns the reading with the most points; the first of equal ones. */
const worst = <Reason extends Point>([first, ...others]: NonEmpty<readonly Reason[]>): readonly Reason[] =>
  others.reduce((most, other) => (sum(other) > sum(most) ? other : most), first);

function appliedIn(input: RuleInput, policy: Policy, rules: readonly RiskRule[]): readonly Applied[] {
  const found = applicable(rules, input.accounts)
    .flatMap((rule) => reasonsOf(rule, input).map((why) => ({ rule, points: pointsOf(rule, policy), why })))
    .filter(({ points }) => points > 0);
  const merged = new Set(found.map(({ rule }) => rule.includes));
  return found
    .filter(({ rule }) => !merged.has(rule))
    .map(({ rule, points, why }) => {
      const part = found.find((other) => other.rule === rule.includes)?.points ?? 0;
      return { rule, points: points + part, why };
    });
}

/**
 * Scores a change by what its steps open or close, in which accounts, and by how many resources they are about, together with what its
 * requester opened `earlier` to the same ends. A reason counts once for each end that is opened, and once for all that is no opening; one
 * that applies only with the earlier openings says so. What can't be read counts as everything that it may mean. More sources, destinations, ports or targets never give fewer points. Rules that
 * give no points are omitted.
 */
export function score(
  steps: readonly Scored[],
  policy: Policy,
  earlier: readonly Scored[] = [],
  rules: readonly RiskRule[] = riskRules,
): readonly Point[] {
  const reasonsFor = (scored: readonly Scored[]) => reasonsOfAll(scored, policy, rules);
  const alone = new Set(reasonsFor(together(steps)).flatMap((one) => one.map(({ why }) => why)));
  const reasons = worst(reasonsFor(together(steps, earlier))).map(({ points, why }) => ({
    points,
    why: alone.has(why) ? why : `${why}, with what you opened within the last hour`,
  }));
  return [...reasons, ...scoreTargets(steps, policy, rules)];
}

/**
 * Returns the possible readings of a change of several steps: all openings, or one of its updates as a closing. Reading two
 * updates as closings would add nothing, since equal reasons count once.
 */
function reasonsOfAll(
  scored: readonly Scored[],
  policy: Policy,
  rules: readonly RiskRule[],
): NonEmpty<readonly Point[]> {
  const steps = scored.map((step) => {
    const end = opens(step) ? endOf(step) : '';
    return mapNonEmpty(appliedTo(step, policy, rules), (applied) =>
      applied.map(({ rule, points, why }) => {
        return [`${rule.kind === 'opening' ? end : ''} ${why}`, { points, why }] as const;
      }),
    );
  });
  const opening = steps.map(([first]) => first);
  const closing = steps.flatMap(([, other], at) => (other ? [opening.with(at, other)] : []));
  return mapNonEmpty([opening, ...closing], (found) => [...new Map(found.flat()).values()]);
}

/** Returns the points for the number of resources of all steps. A resource counts once, however often it is changed. */
function scoreTargets(
  scored: readonly Scored[],
  policy: Policy,
  rules: readonly RiskRule[],
): readonly Point[] {
  const targets = [...new Set(scored.flatMap(({ targets = [] }) => targets))];
  const touched = scored.flatMap((step) => inputOf(step, policy).accounts);
  const accounts = [...new Map(touched.map((account) => [account.alias, account])).values()];
  return applicable(rules, accounts).flatMap((rule): Point[] => {
    if (rule.kind !== 'targets') return [];
    const points = rule.times(targets.length) * pointsOf(rule, policy);
    return points > 0 ? [{ points, why: rule.reason(inWords(targets)) }] : [];
  });
}

/** Formats a number of targets: "12 servers", or "12 resources" for different kinds. */
function inWords(targets: readonly string[]): string {
  const kinds = new Set(targets.map((target) => target.split('/')[0] ?? ''));
  const [kind = 'resource'] = kinds.size === 1 ? kinds : [];
  return count(targets.length, kind.replaceAll('-', ' '));
}

/** Returns the score: the sum of all points. */
export const sum = (points: readonly Point[]): number => points.reduce((all, { points }) => all + points, 0);

/**
 * Returns an upper bound for the points of a change that touches these accounts, given by alias; '' is any account without
 * rules of its own. Valid for any list of rules: a step either opens or closes, and a rule has one reason at most for each
 * object. `targets` is an upper bound for the resources of the change.
 */
export function worstCase(
  aliases: readonly string[],
  policy: Policy,
  rules: readonly RiskRule[] = riskRules,
  targets = policy.maxTargets,
): number {
  const accounts = aliases.map((alias) => touchedAccount(alias, policy));
  const timesOf = (rule: RiskRule, kind: 'opening' | 'closing'): number => {
    if (rule.kind === 'account') return ofAccounts(rule, accounts).length;
    return rule.kind === 'targets' ? rule.times(targets) : Number(rule.kind === kind);
  };
  const highest = (kind: 'opening' | 'closing'): number =>
    applicable(rules, accounts).reduce((all, rule) => all + timesOf(rule, kind) * pointsOf(rule, policy), 0);
  return Math.max(highest('opening'), highest('closing'));
}

/**
 * Returns the top of the scale: an upper bound for the points of any change of one step and one target. A step affects at most
 * two accounts, so this is the worst case of the two with the most points.
 */
export function maxScore(policy: Policy): number {
  const aliases = ['', '', ...Object.keys(policy.accounts)];
  const scores = new Map(aliases.map((alias) => [alias, worstCase([alias], policy, riskRules, 1)]));
  const [first = '', second = ''] = aliases.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  return worstCase([first, second], policy, riskRules, 1);
}

/** The input of the rules. */
interface RuleInput {
  readonly opens?: OpenedTraffic | undefined;
  readonly closes?: Closing | undefined;
  readonly accounts: readonly TouchedAccount[];
}

function inputOf({ networkChange, account, itself = networkChange }: Scored, policy: Policy): RuleInput {
  const accounts = accountsAffected(account, networkChange).map((alias) => touchedAccount(alias, policy));
  if (!networkChange) return { accounts };
  const closes = itself && closingOf(itself);
  if (!opensAccess(networkChange)) return { accounts, closes };
  const { scope, traffic } = networkChange;
  const isPublic = scope.kind === 'public';
  if ('rule' in traffic)
    return {
      accounts,
      closes,
      opens: { ...normalForm(nothing), unread: traffic.rule, isPublic, into: undefined },
    };
  const into = traffic.into?.toUpperCase();
  return { accounts, closes, opens: { ...normalForm(traffic), unread: undefined, isPublic, into } };
}

/** Returns how a change restricts a firewall policy. */
function closingOf(networkChange: NetworkChange): Closing | undefined {
  if (networkChange.change === 'deletes' || networkChange.change === 'disables') return networkChange.change;
  return networkChange.scope.kind !== 'public' && closesAccess(networkChange) ? 'narrows' : undefined;
}

const nothing: Content = { sources: [], destinations: [], ports: [] };

function touchedAccount(alias: string, { accounts }: Policy): TouchedAccount {
  const capitals = alias.toUpperCase();
  return { alias: capitals, production: accounts[capitals]?.production ?? false };
}

const applicable = (rules: readonly RiskRule[], accounts: readonly TouchedAccount[]): readonly RiskRule[] =>
  rules.filter((rule) => rule.canApply?.(accounts) ?? true);

function reasonsOf(rule: RiskRule, { opens, closes, accounts }: RuleInput): readonly string[] {
  if (rule.kind === 'account') return ofAccounts(rule, accounts);
  if (rule.kind === 'targets') return [];
  const reason =
    rule.kind === 'opening' ? opens && openingReason(rule, opens) : closes && rule.reason(closes);
  return reason === undefined ? [] : [reason];
}

/**
 * Returns the reason of a rule for what is opened. Whether it applies is judged by the most that this may mean, so a part that
 * can't be read never gives fewer points than one that can.
 */
function openingReason(rule: OpeningRule, opened: OpenedTraffic): string | undefined {
  const reason = rule.reason(mostOf(opened));
  return reason === undefined ? undefined : (rule.reason(opened) ?? `perhaps ${reason}`);
}

/** Returns everything that is opened if what can't be read means everything. */
function mostOf(opened: OpenedTraffic): OpenedTraffic {
  const { sources, destinations, ports, unread, isPublic } = opened;
  const isUnread = ({ names }: Pick<Side, 'names'>): boolean => unread !== undefined || names.size > 0;
  const most = ({ names }: Side): Side => ({ names, addresses: everything });
  return {
    ...opened,
    sources: isUnread(sources) ? most(sources) : sources,
    // The name of a server stands for the destination of a public IP.
    destinations: isUnread(destinations) && !isPublic ? most(destinations) : destinations,
    ports: isUnread(ports) ? { ...ports, numbers: everyPort } : ports,
  };
}

const ofAccounts = (rule: AccountRule, accounts: readonly TouchedAccount[]): readonly string[] =>
  accounts.flatMap((account) => rule.reason(account) ?? []);

/** Returns the points of a rule. */
export function pointsOf(rule: RiskRule, policy: Policy): number {
  const own = policy.risk.points[rule.id] ?? rule.points;
  return rule.atLeast ? Math.max(own, pointsOf(rule.atLeast, policy)) : own;
}
