import { isIPv6 } from 'node:net';
import { list, shortList } from '../core/list.ts';
import { unknown } from '../core/unknown-text.ts';
import { everything } from './internet.ts';
import {
  allPorts,
  inForce,
  mayBeInForce,
  type Rule,
  type RuleLists,
  type RuleScope,
} from './network-change.ts';
import { type Content, normalForm, type Side } from './normal-form.ts';
import { everyPort } from './port-set.ts';
import { overlaps, type Product } from './product.ts';
import type { Remainder } from './remainder.ts';

/*
 * The parts of a rule that can't be read. They may mean anything, so a rule with such a part allows at least what could be read
 * of it, and at most everything in that dimension.
 */

/** The kind of a scope: at a public IP, the name of the server stands for the destinations. */
type Kind = RuleScope['kind'];

const namesOf = ({ names }: Pick<Side, 'names'>): readonly string[] => [...names];

/** Returns the texts of each list that can't be read. */
function unreadTexts(content: Content, kind: Kind) {
  const { sources, destinations, ports } = normalForm(content);
  const named = namesOf(destinations);
  return {
    source: namesOf(sources),
    destination: kind === 'public' ? named.filter((name) => name === unknown) : named,
    ports: namesOf(ports),
  };
}

/** Returns whether some traffic has a part that can't be read. */
export const isPartlyUnread = (content: Content, kind: Kind): boolean =>
  Object.values(unreadTexts(content, kind)).some(({ length }) => length > 0);

/** Returns the most that some traffic can mean. */
export const atMost = (content: Content, kind: Kind): Product => mostOf(content, unreadTexts(content, kind));

function mostOf(content: Content, unread: ReturnType<typeof unreadTexts>): Product {
  const { sources, destinations, ports } = normalForm(content);
  return [
    unread.source.length > 0 ? everything : sources.addresses,
    unread.destination.length > 0 ? everything : destinations.addresses,
    unread.ports.length > 0 ? everyPort : ports.numbers,
  ];
}

/** Returns lists as they are at most: everything in place of one of which a part couldn't be read. */
export function listsAtMost({ sources, destinations, ports }: RuleLists): RuleLists {
  const ranges = (list: readonly string[]) => (list.includes(unknown) ? ['0.0.0.0/0'] : list);
  const isUnread = ports.some(({ protocol }) => protocol === unknown);
  return {
    sources: ranges(sources),
    destinations: ranges(destinations),
    ports: isUnread ? allPorts : ports,
  };
}

/** An IPv6 range allows no IPv4 traffic. */
const mayBeIPv4 = (text: string): boolean => !isIPv6(text.split('/')[0] ?? '');

/** Returns the rules that may allow some of the missing traffic, since a part of them can't be read. */
export function mayAllow<Any extends Rule>(
  traffic: Product,
  { missing, isComplete }: Remainder,
  rules: readonly Any[],
  kindOf: (rule: Any) => Kind,
): readonly Any[] {
  const open = isComplete ? missing : [traffic];
  if (open.length === 0) return [];
  return rules.filter((rule) => {
    if (!mayBeInForce(rule)) return false;
    const { source, destination, ports } = unreadTexts(rule, kindOf(rule));
    const unread = { source: source.filter(mayBeIPv4), destination: destination.filter(mayBeIPv4), ports };
    const isRead = Object.values(unread).every(({ length }) => length === 0);
    if (isRead && inForce(rule) && rule.to !== unknown) return false;
    const most = mostOf(rule, unread);
    return open.some((piece) => overlaps(most, piece));
  });
}

/** Upper bounds for the texts of one list that are named, and for their characters: nobody knows what the cloud API writes. */
const maxNamed = 3;
const maxLength = 40;

const quoted = (text: string): string =>
  `“${text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text}”`;

/** Formats a part: `ports “foo/12”`; `a source` if there is no text. */
function inWords(noun: string, texts: readonly string[], article = 'a '): readonly string[] {
  const written = texts.filter((text) => text !== unknown).map(quoted);
  if (texts.length === 0) return [];
  return [written.length > 0 ? `${noun} ${shortList(written, maxNamed)}` : `${article}${noun}`];
}

/** Formats what of some traffic can't be read: `source “web” and ports`. Empty if all of it can. */
export function unreadInTraffic(content: Content, kind: Kind): string {
  const { source, destination, ports } = unreadTexts(content, kind);
  return list([
    ...inWords('source', source),
    ...inWords('destination', destination),
    ...inWords('ports', ports, ''),
  ]);
}

/** Formats what of a rule can't be read, with its state and its place. */
export function unreadInRule(rule: Rule, kind: Kind): string {
  const isKnown = inForce(rule) || !mayBeInForce(rule) || rule.status.toLowerCase() === 'active';
  return list([
    ...[unreadInTraffic(rule, kind)].filter(Boolean),
    ...inWords('destination account or data center', rule.to === unknown ? [unknown] : []),
    ...inWords('status', isKnown ? [] : [rule.status]),
    ...(rule.enabled === undefined ? ['a field “enabled”'] : []),
  ]);
}
