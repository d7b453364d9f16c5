import { shortList } from '../core/list.ts';
import { isEverything, shareOfInternet } from '../network/internet.ts';
import {
  type NetworkChange,
  type Rule,
  type RuleScope,
  ruleOf,
  type Traffic,
  type Update,
} from '../network/network-change.ts';
import { inShort, type NormalForm, normalForm, type Side } from '../network/normal-form.ts';
import { closesAccess, opensAccess } from '../network/opens-access.ts';
import type { PortSet } from '../network/port-set.ts';
import { portWords } from '../network/services.ts';
import type { Phrase } from '../operation/phrase.ts';
import type { Verb } from '../operation/verbs.ts';
import { impactsOf } from './impact.ts';

/*
 * What a network change does in words, by its traffic alone and by whether its policy is enabled: not by other policies, nor by a
 * status that changes by itself, since people agree to these words.
 */

/** Returns what a network change does. `rules`: the policies of its scope, among which it finds its own. */
export function phraseOfTraffic(networkChange: NetworkChange, rules: readonly Rule[]): Phrase {
  if (networkChange.change === 'updates') return phraseOfUpdate(networkChange);
  const { change, scope } = networkChange;
  const rule = ruleOf(networkChange, rules);
  const traffic = 'rule' in networkChange.traffic ? rule : networkChange.traffic;
  const words = traffic && wordsOf(normalForm(traffic), traffic, scope);
  const verb = rule && idle[`${change}, ${rule.enabled === true ? 'enabled' : 'disabled'}`];
  if (verb !== undefined || !words)
    return { verb: verb ?? onPolicy[change], ...before('firewall policy', words) };
  return { verb: change === 'opens' || change === 'enables' ? 'open' : 'close', ...words };
}

/** What opens or closes nothing is about the policy itself. */
const idle: Readonly<Partial<Record<string, Verb>>> = {
  'enables, enabled': 'enable',
  'disables, disabled': 'disable',
  'deletes, disabled': 'delete',
};
const onPolicy = { opens: 'create', enables: 'enable', disables: 'disable', deletes: 'delete' } as const;

/** Puts a noun before the words of some traffic, except for the shortest. */
function before(noun: string, words: Words | undefined): Words {
  if (!words) return { thing: noun };
  const { thing, short } = words;
  return {
    ...words,
    thing: `${noun} ${thing}`,
    ...(short !== undefined && { short: `${noun} ${short}` }),
  };
}

/** An update is named after what it opens or closes if that is one piece, else after what it leaves. Its title says what was before. */
const phraseOfUpdate = (update: Update): Phrase => ({ ...nameOfUpdate(update), isPart: true });

function nameOfUpdate({ before: was, ...update }: Update): Phrase {
  const { traffic, scope } = update;
  const after = wordsOf(normalForm(traffic), traffic, scope);
  const isPublic = scope.kind === 'public';
  if (was.enabled === false) return { verb: 'update', ...before('firewall policy', after) };
  const active: Update = { ...update, before: { ...was, status: 'active' } };
  const [gains, loses] = [opensAccess(active), closesAccess(active)];
  if (gains === loses)
    return {
      verb: gains ? 'change' : 'update',
      ...before(isPublic ? 'public IP to' : 'firewall policy to', after),
    };
  const pieces = impactsOf(active, []).flatMap((impact) => ('pieces' in impact ? (impact.pieces ?? []) : []));
  const [piece, ...others] = pieces;
  if (piece && others.length === 0)
    return { verb: gains ? 'open' : 'close', ...wordsOf(piece, traffic, scope) };
  return { verb: gains ? 'widen' : 'narrow', ...after };
}

/** Upper bounds for the ranges of a side and for the ports in a headline. */
const maxRanges = 2;
const maxPorts = 3;

type Words = Omit<Phrase, 'verb'>;

const wordsOf = (form: NormalForm, traffic: Traffic, scope: RuleScope): Words => ({
  ...(scope.kind === 'public' ? publicWords(form, traffic) : policyWords(form, traffic, scope)),
  ...(isCut(form) && { isPart: true }),
});

const isCut = ({ sources, destinations, ports }: NormalForm): boolean =>
  [sources, destinations].some(({ addresses, names }) => addresses.length + names.size > maxRanges) ||
  portWords(ports).length > maxPorts;

/** Returns ports as services without their numbers, since a phone has little room: "SSH, HTTPS and 2 more". */
const services = (ports: PortSet, max: number): string =>
  shortList(
    portWords(ports).map((name) => name.replace(/ \((UDP )?(\d+|ICMP)\)$/, '')),
    max,
  );

/** Names what a public IP opens by its server. */
function publicWords({ sources, destinations, ports }: NormalForm, traffic: Traffic): Words {
  const address = inShort(destinations, maxRanges);
  const server = address === traffic.to ? address : `${address} of ${traffic.to}`;
  const isAnyone = shareOfInternet(sources.addresses) === 1;
  const who = isAnyone ? 'anyone' : inShort(sources, 1);
  return {
    thing: `${shortList(portWords(ports), maxPorts)} on ${server}`,
    rest: ` to ${isAnyone ? 'anyone on the internet' : inShort(sources, maxRanges)}`,
    short: `${services(ports, 2)} on ${address} to ${who}`,
    tiny: `${services(ports, 1)} on ${address}${isAnyone ? ' to anyone' : ''}`,
  };
}

/** Names what a firewall policy opens by both sides, with the data center behind them. */
function policyWords(
  { sources, destinations, ports }: NormalForm,
  { to }: Traffic,
  scope: Exclude<RuleScope, { readonly kind: 'public' }>,
): Words {
  const dataCenter = scope.dataCenter.toUpperCase();
  const there = to.replace(/ \((.*)\)$/, ' · $1');
  const named = (side: Side, max = maxRanges): string =>
    isEverything(side.addresses) ? 'any address' : inShort(side, max);
  const rest = `, ${shortList(portWords(ports), maxPorts)}`;
  if (scope.kind === 'between')
    return {
      thing: `${named(sources)} (${dataCenter}) → ${named(destinations)} (${there})`,
      rest,
      short: `${named(sources)} (${dataCenter}) → ${there}, ${services(ports, 2)}`,
      tiny: `${named(sources, 1)} (${dataCenter}) → ${there}`,
    };
  const both = `${named(sources, 1)} → ${named(destinations, 1)}`;
  return {
    thing: `${named(sources)} → ${named(destinations)} in ${there}`,
    rest,
    short: `${both} in ${dataCenter}, ${services(ports, 2)}`,
    tiny: both,
  };
}
