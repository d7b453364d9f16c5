import { count } from '../answer/answer.ts';
import { capitalize } from '../core/capitalize.ts';
import { grouped } from '../core/grouped.ts';
import { shortList } from '../core/list.ts';
import { formatRange } from '../network/cidr.ts';
import { common, covers } from '../network/covers.ts';
import { isEverything, isPrivate, shareOfInternet } from '../network/internet.ts';
import {
  inForce,
  type NetworkChange,
  type Rule,
  type RuleScope,
  type Traffic,
} from '../network/network-change.ts';
import { inBrief, inShort, maxNamed, normalForm, type Side } from '../network/normal-form.ts';
import { total, union } from '../network/ranges.ts';
import { portsInWords } from '../network/services.ts';
import { unreadInRule, unreadInTraffic } from '../network/unread-parts.ts';
import { type AccessChange, type Impact, impactsOf } from './impact.ts';

/**
 * Describes the impact of a network change for approvers, in plain sentences: how many addresses gain or lose access to how
 * many others on which services, compared with the current `rules` of its scope.
 */
export function describeImpact(networkChange: NetworkChange, rules: readonly Rule[]): readonly string[] {
  const impacts = impactsOf(networkChange, rules);
  return impacts.length === 0
    ? ['No access is gained or lost.']
    : impacts.flatMap((impact) => describe(impact, networkChange));
}

/** Returns a sentence for each piece that a network change opens, including access that other policies allow. */
export const gainedAccess = (networkChange: NetworkChange, rules: readonly Rule[]): readonly string[] =>
  impactsOf(networkChange, rules).flatMap((impact) =>
    impact.kind === 'gained' ? accesses(impact, networkChange.scope, 'gain') : [],
  );

function describe(impact: Impact, { change, scope }: NetworkChange): readonly string[] {
  switch (impact.kind) {
    case 'missing':
      return ['The firewall policy no longer exists.'];
    case 'enabled already':
      return [
        `The policy is already enabled (${impact.rule.status}), so nothing changes.`,
        access({ traffic: impact.rule, affected: normalForm(impact.rule) }, scope, 'have'),
      ];
    case 'inactive already':
      return [
        `The policy isn’t active (${stateOf(impact.rule)}), so ${change === 'updates' ? 'this changes no access until it is' : 'no access is lost'}.`,
      ];
    case 'gained':
      return [
        ...accesses(impact, scope, 'gain'),
        ...oddRanges(impact.traffic, scope),
        ...(scope.kind === 'public' ? [] : compared(impact)),
        ...mayAllowToo(impact, scope),
      ];
    case 'lost':
      return lostAccess(impact, scope);
  }
}

function lostAccess(impact: AccessChange, scope: RuleScope): readonly string[] {
  const { traffic, others, allowedBy } = impact;
  if (allowedBy.length > 0)
    return [`${named(allowedBy)} still ${allow(allowedBy)} all of this, so no access is lost.`];
  return [
    ...accesses(impact, scope, 'lose'),
    ...shortened(others, (rule) => {
      const rest = common(rule, traffic);
      return rest && `Policy ${shortId(rule)} still allows part of it: ${inBrief(rest)}.`;
    }),
    ...mayAllowToo(impact, scope),
  ];
}

function compared({ traffic, others, allowedBy }: AccessChange): readonly string[] {
  if (allowedBy.length > 0)
    return [`${named(allowedBy)} already ${allow(allowedBy)} all of this, so no access is added.`];
  return shortened(others, (rule) => {
    const both = common(rule, traffic);
    if (!both) return undefined;
    const policy = `policy ${shortId(rule)}${inForce(rule) ? '' : ` (${stateOf(rule)})`}`;
    if (covers(rule, traffic)) return `Repeats ${policy}.`;
    if (covers(traffic, rule)) return `Includes all of ${policy}: ${inBrief(normalForm(rule))}.`;
    return `Overlaps ${policy}: ${inBrief(both)}.`;
  });
}

/** Names the policies that may allow some of it, too, since a part of them can't be read. */
const mayAllowToo = ({ unread }: AccessChange, { kind }: RuleScope): readonly string[] =>
  shortened(
    unread,
    (rule) =>
      `Policy ${shortId(rule)} may allow some of it, too: it has ${unreadInRule(rule, kind)} that Skydesk can’t read.`,
  );

export const verbs = { gain: 'gains', lose: 'loses', have: 'has' } as const;

/** Returns a sentence for each piece of access that is gained or lost, and one about what can't be read of it. */
const accesses = (
  { traffic, affected, pieces = [affected] }: AccessChange,
  scope: RuleScope,
  verb: 'gain' | 'lose',
): readonly string[] => {
  const unread = unreadInTraffic(traffic, scope.kind);
  return [
    ...pieces.map((piece) => access({ traffic, affected: piece }, scope, verb)),
    ...(unread ? [`It has ${unread} that Skydesk can’t read, so this may be any access.`] : []),
  ];
};

/** Returns "256 addresses (10.0.0.0/24) in DE1 gain access to 2 addresses (10.1.0.0/31) in VA1 (ACME) on HTTPS (443)." */
function access(
  { traffic, affected }: Pick<AccessChange, 'traffic' | 'affected'>,
  scope: RuleScope,
  verb: keyof typeof verbs,
): string {
  const { sources, destinations, ports } = affected;
  const from = scope.kind === 'between' ? ` in ${scope.dataCenter.toUpperCase()}` : '';
  const there = scope.kind === 'public' ? publicEnd(traffic) : `${howMany(destinations)} in ${traffic.to}`;
  const what = scope.kind === 'public' ? onInternet(sources) : `${howMany(sources)}${from}`;
  return capitalize(
    `${what} ${isOne(sources, scope) ? verbs[verb] : verb} access to ${there} on ${portsInWords(ports)}.`,
  );
}

/** Returns the destination of a public IP: its server, or the address itself. */
export const publicEnd = (traffic: Traffic): string => inShort(normalForm(traffic).destinations);

export const isWholeInternet = (sources: Side): boolean => shareOfInternet(sources.addresses) === 1;

/** Returns whether the sources are singular. */
export const isOne = (sources: Side, { kind }: RuleScope): boolean =>
  isEverything(sources.addresses) ||
  (kind === 'public' && isWholeInternet(sources)) ||
  total(sources.addresses) === 1 ||
  (sources.addresses.length === 0 && sources.names.size === 1);

const onInternet = (sources: Side): string =>
  isWholeInternet(sources) ? 'the whole internet' : `${howMany(sources)} on the internet`;

/** Formats an end: "256 addresses (10.0.0.0/24)". Overlapping ranges count once. */
function howMany(end: Side): string {
  if (isEverything(end.addresses)) return 'every address (0.0.0.0/0)';
  const amount = total(end.addresses);
  if (amount === 0) return inShort(end);
  return `${grouped(amount)} ${amount === 1 ? 'address' : 'addresses'} (${inShort(end)})`;
}

/** Warns of ranges that are probably a mistake: public ones inside a network, private ones on the internet. */
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
    ? [`${ranges} ${are} private (RFC 1918) and never found on the internet.`]
    : [`${ranges} ${are} outside the private ranges (RFC 1918).`];
}

/** Returns a sentence for each of the first rules that `say` describes, then the number of the others. */
function shortened(rules: readonly Rule[], say: (rule: Rule) => string | undefined): readonly string[] {
  const said = rules.flatMap((rule) => say(rule) ?? []);
  const rest = said.length - maxNamed;
  return rest > 0 ? [...said.slice(0, maxNamed), `And ${count(rest, 'more policy')} like these.`] : said;
}

const named = (rules: readonly Rule[]): string =>
  rules.length === 1
    ? `Policy ${rules.map(shortId).join()}`
    : `Policies ${shortList(rules.map(shortId), maxNamed)} together`;

/** Returns the first 8 characters of its id, like lists of policies. */
const shortId = ({ id }: Rule): string => id.slice(0, 8);

const allow = (rules: readonly Rule[]): string => (rules.length === 1 ? 'allows' : 'allow');

const stateOf = ({ enabled, status }: Rule): string => (enabled ? status : 'disabled');
