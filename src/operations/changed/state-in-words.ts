import { list, shortList } from '../../core/list.ts';
import type { Finding } from '../../drift/findings.ts';
import { describeTriggers } from '../alerts/triggers.ts';
import { describeCross, describeIntra } from '../firewall/firewall.ts';
import { inShort } from '../firewall/firewall-rules.ts';
import { switched } from '../firewall/firewall-state.ts';
import { contentAs, recipientsIn, triggersIn } from './watched-content.ts';

type State = NonNullable<Finding['after']>;
interface Own {
  readonly alias: string;
}

/** What a state says, by name; a list is compared entry by entry. */
type Facts = Readonly<Record<string, string | readonly string[]>>;

/** Upper bound for the entries of a list that are named. */
const maxNamed = 3;

const disabledMark = ' · disabled';

/** A watched resource in words: what it is, and what became of it. */
export interface InWords {
  /** "Firewall policy 195f2e21 in DE1". */
  readonly name: string;
  /** "created", "removed" or "changed". */
  readonly what: 'created' | 'removed' | 'changed';
  /** What it is or was, or what differs: "enabled → disabled". */
  readonly detail: string;
}

/** Says what differs in a resource, in the words of the commands that show it. */
export function differenceInWords(finding: Finding, own: Own): InWords {
  const { before, after } = finding;
  const name = nameOf(finding);
  if (before && after) {
    const change = changeOf(factsOf(finding, before), factsOf(finding, after));
    return { name, what: 'changed', detail: [change, ...sameTraffic(finding, own)].join(' · ') };
  }
  const state = after ?? before;
  return { name, what: after ? 'created' : 'removed', detail: state ? describe(finding, state, own) : '' };
}

/** The traffic of a firewall policy that was only enabled or disabled: its id says nothing. */
function sameTraffic(finding: Finding, own: Own): readonly string[] {
  const { subject, before, after } = finding;
  if (!before || !after || !subject.kind.startsWith('firewall')) return [];
  const [was, is] = [before, after].map((state) => describe(finding, state, own).replace(disabledMark, ''));
  return was !== undefined && was === is ? [was] : [];
}

type Named = Pick<Finding, 'subject'>;

function nameOf({ subject, before, after }: Finding): string {
  const { kind, server = '', id = '', dc = '', address = '' } = subject;
  switch (kind) {
    case 'firewall between':
      return `Firewall policy ${id.slice(0, 8)} from ${dc.toUpperCase()}`;
    case 'firewall inside':
      return `Firewall policy ${id.slice(0, 8)} in ${dc.toUpperCase()}`;
    case 'public address':
      return `Public IP ${address} of ${server.toUpperCase()}`;
    case 'alert policy':
      return `Alert policy ${contentAs(kind, (before ?? after)?.content).name}`;
    case 'autoscale policy on server':
      return `Autoscale policy of ${server.toUpperCase()}`;
  }
}

/** A state in one line. */
function describe({ subject }: Named, { content, label }: State, own: Own): string {
  const { kind, dc = '' } = subject;
  switch (kind) {
    case 'firewall between': {
      const policy = contentAs(kind, content);
      return `${describeCross(policy, own)}${policy.enabled ? '' : disabledMark}`;
    }
    case 'firewall inside': {
      const policy = contentAs(kind, content);
      return `${describeIntra(policy, dc, own, inShort)}${policy.enabled ? '' : disabledMark}`;
    }
    case 'public address': {
      const { internal, ports, from } = contentAs(kind, content);
      return `${inShort(ports)} from ${inShort(from) || 'anywhere'}${internal === null ? '' : ` → ${internal}`}`;
    }
    case 'alert policy': {
      const alert = contentAs(kind, content);
      return `${describeTriggers(triggersIn(alert))} · notifies ${inShort(recipientsIn(alert))}`;
    }
    case 'autoscale policy on server':
      return label ?? contentAs(kind, content).slice(0, 8);
  }
}

/** What can differ in a state. */
function factsOf({ subject }: Named, { content, label }: State): Facts {
  const { kind } = subject;
  switch (kind) {
    case 'firewall between': {
      const { enabled, sourceCidr, destinationCidr, ...at } = contentAs(kind, content);
      const to = `${at.destinationLocation.toUpperCase()} (${at.destinationAccount.toUpperCase()})`;
      return { '': switched({ enabled }), source: sourceCidr, destination: destinationCidr, to };
    }
    case 'firewall inside': {
      const { enabled, destinationAccount = '', source, destination, ports } = contentAs(kind, content);
      return {
        '': switched({ enabled }),
        source,
        destination,
        ports,
        account: destinationAccount.toUpperCase(),
      };
    }
    case 'public address': {
      const { internal, ports, from } = contentAs(kind, content);
      return { 'private IP': internal ?? 'none', ports, from: from.length > 0 ? from : ['anywhere'] };
    }
    case 'alert policy': {
      const alert = contentAs(kind, content);
      return {
        name: alert.name,
        '': triggersIn(alert).map((trigger) => describeTriggers([trigger])),
        notifies: recipientsIn(alert),
      };
    }
    case 'autoscale policy on server':
      return { '': label ?? contentAs(kind, content).slice(0, 8) };
  }
}

/** "enabled → disabled · ports tcp/443 → tcp/22, tcp/443": only what differs. */
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
