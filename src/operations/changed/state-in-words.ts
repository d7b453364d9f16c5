import { list, shortList } from '../../core/list.ts';
import type { Finding } from '../../drift/findings.ts';
import type { WatchedKind } from '../../drift/watched-state.ts';
import { describeTriggers } from '../alerts/triggers.ts';
import { describeCross, describeIntra } from '../firewall/firewall.ts';
import { inShort } from '../firewall/firewall-rules.ts';
import { switched } from '../firewall/firewall-state.ts';
import { type ContentOf, contentAs, recipientsIn, triggersIn } from './watched-content.ts';

type State = NonNullable<Finding['after']>;
interface Own {
  readonly alias: string;
}

/** The facts of a state by name. A list is compared entry by entry. */
type Facts = Readonly<Record<string, string | readonly string[]>>;

/** The resource of a state, and its account. */
interface About {
  readonly subject: Finding['subject'];
  readonly label: State['label'];
  readonly own: Own;
}

/** How the resources of a kind are put into words. */
interface KindInWords<Content> {
  /** "Firewall policy 195f2e21 in DE1". `content` is that of any of its states. */
  name(subject: Finding['subject'], content: Content): string;
  /** A state in one line. */
  describe(content: Content, about: About): string;
  /** Returns the facts that can differ between two states. */
  facts(content: Content, about: About): Facts;
}

const kinds: { readonly [Kind in WatchedKind]: KindInWords<ContentOf[Kind]> } = {
  'firewall between': {
    name: ({ id = '', dc = '' }) => `Firewall policy ${id.slice(0, 8)} from ${dc.toUpperCase()}`,
    describe: (policy, { own }) => `${describeCross(policy, own)}${markOf(policy)}`,
    facts({ enabled, sourceCidr, destinationCidr, destinationLocation, destinationAccount }) {
      const to = `${destinationLocation.toUpperCase()} (${destinationAccount.toUpperCase()})`;
      return { '': switched({ enabled }), source: sourceCidr, destination: destinationCidr, to };
    },
  },
  'firewall inside': {
    name: ({ id = '', dc = '' }) => `Firewall policy ${id.slice(0, 8)} in ${dc.toUpperCase()}`,
    describe: (policy, { subject: { dc = '' }, own }) =>
      `${describeIntra(policy, dc, own, inShort)}${markOf(policy)}`,
    facts: ({ enabled, destinationAccount = '', source, destination, ports }) => ({
      '': switched({ enabled }),
      source,
      destination,
      ports,
      account: destinationAccount.toUpperCase(),
    }),
  },
  'public address': {
    name: ({ server = '', address = '' }) => `Public IP ${address} of ${server.toUpperCase()}`,
    describe: ({ internal, ports, from }) =>
      `${inShort(ports)} from ${inShort(from) || 'anywhere'}${internal === null ? '' : ` → ${internal}`}`,
    facts: ({ internal, ports, from }) => ({
      'private IP': internal ?? 'none',
      ports,
      from: from.length > 0 ? from : ['anywhere'],
    }),
  },
  'alert policy': {
    name: (_, { name }) => `Alert policy ${name}`,
    describe: (alert) => `${describeTriggers(triggersIn(alert))} · notifies ${inShort(recipientsIn(alert))}`,
    facts: (alert) => ({
      name: alert.name,
      '': triggersIn(alert).map((trigger) => describeTriggers([trigger])),
      notifies: recipientsIn(alert),
    }),
  },
  'autoscale policy on server': {
    name: ({ server = '' }) => `Autoscale policy of ${server.toUpperCase()}`,
    describe: (policy, { label }) => label ?? policy.slice(0, 8),
    facts: (policy, { label }) => ({ '': label ?? policy.slice(0, 8) }),
  },
};

const disabledMark = ' · disabled';
const markOf = ({ enabled }: { readonly enabled?: boolean | undefined }): string =>
  enabled === false ? disabledMark : '';

/** A watched resource and its difference, in words. */
export interface InWords {
  /** "Firewall policy 195f2e21 in DE1". */
  readonly name: string;
  readonly what: 'created' | 'removed' | 'changed';
  /** The new or former state, or the difference: "enabled → disabled". */
  readonly detail: string;
}

/** Describes the difference in a resource with the terms of the commands that show it. */
export const differenceInWords = (finding: Finding, own: Own): InWords =>
  inWords(finding.subject.kind, finding, own);

function inWords<Kind extends WatchedKind>(
  kind: Kind,
  { subject, before, after }: Finding,
  own: Own,
): InWords {
  const words = kinds[kind];
  const name = words.name(subject, contentAs(kind, (before ?? after)?.content));
  const describe = ({ content, label }: State) =>
    words.describe(contentAs(kind, content), { subject, label, own });
  const facts = ({ content, label }: State) => words.facts(contentAs(kind, content), { subject, label, own });
  if (before && after) {
    // The traffic of a firewall policy that was only enabled or disabled: its id says nothing.
    const [was, is] = [before, after].map((state) => describe(state).replace(disabledMark, ''));
    const traffic = kind.startsWith('firewall') && was !== undefined && was === is ? [was] : [];
    return { name, what: 'changed', detail: [changeOf(facts(before), facts(after)), ...traffic].join(' · ') };
  }
  const state = after ?? before;
  return { name, what: after ? 'created' : 'removed', detail: state ? describe(state) : '' };
}

/** Upper bound for the list entries that are named. */
const maxNamed = 3;

/** Describes only the differences: "enabled → disabled · ports tcp/443 → tcp/22, tcp/443". */
function changeOf(before: Facts, after: Facts): string {
  const changed = Object.keys({ ...before, ...after }).flatMap((name) => {
    const change = factChange(before[name] ?? '', after[name] ?? '');
    return change === undefined ? [] : [[name, change].filter(Boolean).join(' ')];
  });
  return changed.join(' · ');
}

function factChange(before: Facts[string], after: Facts[string]): string | undefined {
  const [was, is] = [[before].flat(), [after].flat()];
  const [added, removed] = [missingIn(was, is), missingIn(is, was)];
  if (added.length + removed.length === 0) return undefined;
  if (was.length <= maxNamed && is.length <= maxNamed) return `${was.join(', ')} → ${is.join(', ')}`;
  const parts = [
    ...(added.length > 0 ? [`gains ${shortList(added, maxNamed)}`] : []),
    ...(removed.length > 0 ? [`loses ${shortList(removed, maxNamed)}`] : []),
  ];
  return list(parts);
}

const missingIn = (known: readonly string[], entries: readonly string[]): readonly string[] =>
  entries.filter((entry) => !known.includes(entry));
