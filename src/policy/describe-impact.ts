import { count, grouped } from '../core/answer.ts';
import { capitalize } from '../core/capitalize.ts';
import { list, shortList } from '../core/list.ts';
import {
  type NetworkChange,
  type Rule,
  type RuleScope,
  ruleOf,
  type Traffic,
} from '../core/network-change.ts';
import { common, coveredBy, covers, inForce } from './coverage.ts';
import { formatRange, isEverything, isPrivate, shareOfInternet } from './traffic/cidr.ts';
import { type End, inShort, maxNamed, type NormalForm, normalForm } from './traffic/normal-form.ts';
import { total, union } from './traffic/ranges.ts';
import { portsInWords } from './traffic/services.ts';

/**
 * Describes the impact of a network change for approvers, in sentences of plain text: how many addresses may reach how many
 * others on which services, and how that compares with the present `rules` of its scope.
 */
export function describeImpact(networkChange: NetworkChange, rules: readonly Rule[]): readonly string[] {
  const { change, scope } = networkChange;
  const rule = ruleOf(networkChange, rules);
  const traffic = 'rule' in networkChange.traffic ? rule : networkChange.traffic;
  if (!traffic) return ['The rule does not exist there now.'];
  const others = rules.filter((one) => one !== rule && sameText(one.to, traffic.to));
  switch (change) {
    case 'opens':
      return opening(traffic, scope, others);
    case 'enables':
      return rule?.enabled
        ? [
            `The rule is switched on already (${rule.status}), so nothing changes.`,
            reach(traffic, scope, 'may reach'),
          ]
        : opening(traffic, scope, others);
    case 'disables':
    case 'deletes':
      return rule && !inForce(rule)
        ? [`The rule is not in force (${stateOf(rule)}), so nothing stops working.`]
        : closing(traffic, scope, others);
  }
}

function opening(traffic: Traffic, scope: RuleScope, others: readonly Rule[]): readonly string[] {
  return [
    reach(traffic, scope, 'will be able to reach'),
    ...oddRanges(traffic, scope),
    ...compared(traffic, scope, others),
  ];
}

function closing(traffic: Traffic, scope: RuleScope, others: readonly Rule[]): readonly string[] {
  const active = others.filter(inForce);
  const still = coveredBy(traffic, active);
  if (still.length > 0)
    return [`${named(still)} still ${allow(still)} all of this, so nothing stops working.`];
  return [
    reach(traffic, scope, 'will no longer be able to reach'),
    ...shortened(active, (rule) => {
      const rest = common(rule, traffic);
      return rest && `Rule ${rule.id} still allows a part of it: ${inBrief(rest)}.`;
    }),
  ];
}

function compared(traffic: Traffic, scope: RuleScope, others: readonly Rule[]): readonly string[] {
  if (scope.kind === 'public') return [];
  const already = coveredBy(traffic, others.filter(inForce));
  if (already.length > 0) {
    return [`${named(already)} already ${allow(already)} all of this: nothing new becomes reachable.`];
  }
  return shortened(others, (rule) => {
    const both = common(rule, traffic);
    if (!both) return undefined;
    const state = inForce(rule) ? '' : `, which is not in force (${stateOf(rule)})`;
    if (covers(rule, traffic)) return `It repeats rule ${rule.id}${state}.`;
    if (covers(traffic, rule))
      return `It includes all that rule ${rule.id} allows${state}: ${inBrief(normalForm(rule))}.`;
    return `It overlaps rule ${rule.id}${state}: ${inBrief(both)}.`;
  });
}

/** "256 addresses (10.0.0.0/24) in DE1 may reach 2 addresses (10.1.0.0/31) in VA1 of ACME on HTTPS (443)." */
function reach(traffic: Traffic, scope: RuleScope, may: string): string {
  const { sources, destinations, ports } = normalForm(traffic);
  const from = scope.kind === 'between' ? ` in ${scope.dataCenter.toUpperCase()}` : '';
  const there =
    scope.kind === 'public' ? list(traffic.destinations) : `${howMany(destinations)} in ${traffic.to}`;
  const what = scope.kind === 'public' ? onInternet(sources) : `${howMany(sources)}${from}`;
  return capitalize(`${what} ${may} ${there} on ${portsInWords(ports)}.`);
}

const onInternet = (sources: End): string =>
  shareOfInternet(sources.addresses) === 1 ? 'the whole internet' : `${howMany(sources)} on the internet`;

/** "256 addresses (10.0.0.0/24)"; addresses that are named twice count once. */
function howMany(end: End): string {
  if (isEverything(end.addresses)) return 'every address (0.0.0.0/0)';
  const amount = total(end.addresses);
  return `${grouped(amount)} ${amount === 1 ? 'address' : 'addresses'} (${inShort(end)})`;
}

const inBrief = ({ sources, destinations, ports }: NormalForm): string =>
  `${inShort(sources)} to ${inShort(destinations)} on ${portsInWords(ports)}`;

/** Warns of ranges that are probably a mistake: public ones inside of a network, private ones on the internet. */
function oddRanges(traffic: Traffic, scope: RuleScope): readonly string[] {
  const { sources, destinations } = normalForm(traffic);
  const ends = scope.kind === 'public' ? [sources] : [sources, destinations];
  const odd = ends
    .filter(({ addresses }) => !isEverything(addresses))
    .flatMap(({ addresses }) => addresses.filter((range) => isPrivate(range) === (scope.kind === 'public')));
  if (odd.length === 0) return [];
  const different = union(odd);
  const ranges = shortList(different.map(formatRange), maxNamed);
  const are = different.length === 1 ? 'is' : 'are';
  return scope.kind === 'public'
    ? [`${ranges} ${are} private (RFC 1918): nobody on the internet has such an address.`]
    : [`${ranges} ${are} not within the private ranges (RFC 1918).`];
}

/** A sentence for each of the first rules that `say` describes, then the number of the others. */
function shortened(rules: readonly Rule[], say: (rule: Rule) => string | undefined): readonly string[] {
  const said = rules.flatMap((rule) => say(rule) ?? []);
  const rest = said.length - maxNamed;
  return rest > 0 ? [...said.slice(0, maxNamed), `And ${count(rest, 'more rule')} like these.`] : said;
}

const named = (rules: readonly Rule[]): string =>
  rules.length === 1
    ? `Rule ${rules.map(({ id }) => id).join()}`
    : `Rules ${shortList(
        rules.map(({ id }) => id),
        maxNamed,
      )} together`;

const allow = (rules: readonly Rule[]): string => (rules.length === 1 ? 'allows' : 'allow');

const stateOf = ({ enabled, status }: Rule): string => (enabled ? status : 'switched off');

const sameText = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
