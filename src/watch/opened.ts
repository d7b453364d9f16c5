import type { Finding } from '../drift/findings.ts';
import type { Watched, WatchedResources } from '../drift/watched-state.ts';
import {
  type NetworkChange,
  type Rule,
  type RuleScope,
  type Traffic,
  updateOf,
} from '../network/network-change.ts';
import { formatPortRange, portRangeOf } from '../network/port-range.ts';
import { contentAs } from '../operations/changed/watched-content.ts';
import { crossRule, intraRule } from '../operations/firewall/firewall-rules.ts';
import { noPorts, orAnywhere } from '../operations/public-ips/public-ip.ts';
import { gainedAccess } from '../policy/describe-impact.ts';
import { impactsOf } from '../policy/impact.ts';

interface Own {
  /** Alias of the account. */
  readonly alias: string;
}

/**
 * Returns the traffic that a finding opened, a sentence for each piece: "256 addresses (10.0.0.0/24) in DE1 gain access to …".
 * Undefined if it opened none, or only traffic that other policies allowed before.
 */
export function openedBy(finding: Finding, before: WatchedResources, own: Own): string | undefined {
  const change = changeIn(finding, own);
  if (!change) return undefined;
  const rules = Object.values(before)
    .filter(({ subject }) => isBeside(subject, finding.subject))
    .flatMap((watched) => knownRule(watched, own) ?? []);
  const isGained = impactsOf(change, rules).some(
    (impact) => impact.kind === 'gained' && impact.allowedBy.length === 0,
  );
  return isGained ? gainedAccess(newIn(change), rules).join(' ') : undefined;
}

/** Reduces a change of a public IP to its new ports or sources, since the impact compares policies, and it has none. */
function newIn(change: NetworkChange): NetworkChange {
  if (change.change !== 'updates' || change.scope.kind !== 'public') return change;
  const { before, traffic, scope } = change;
  const open = before.ports.map(formatPortRange);
  const ports = traffic.ports.filter((range) => !open.includes(formatPortRange(range)));
  const sources = traffic.sources.filter((source) => !before.sources.includes(source));
  if (ports.length > 0 === sources.length > 0) return change;
  const more = ports.length > 0 ? { ports } : { sources };
  return { change: 'opens', scope, traffic: { ...traffic, ...more } };
}

/** Returns whether a policy is another one of the same scope. */
const isBeside = (other: Watched['subject'], subject: Watched['subject']): boolean =>
  other.kind === subject.kind && other.dc === subject.dc && other.id !== subject.id;

/** Returns what a finding changed in the network, if it can have opened anything. */
function changeIn({ subject, before, after }: Finding, own: Own): NetworkChange | undefined {
  const scope = scopeOf(subject);
  const is = after && ruleOf(subject, after.content, own);
  if (!scope || !is?.enabled) return undefined;
  const was = before && ruleOf(subject, before.content, own);
  return was?.enabled ? updateOf(scope, was, is) : { change: 'opens', scope, traffic: is };
}

function scopeOf({ kind, dc = '', server = '' }: Watched['subject']): RuleScope | undefined {
  switch (kind) {
    case 'firewall between':
      return { kind: 'between', dataCenter: dc };
    case 'firewall inside':
      return { kind: 'inside', dataCenter: dc };
    case 'public address':
      return { kind: 'public', server };
    default:
      return undefined;
  }
}

const known = new WeakMap<Watched, Rule | undefined>();

/** Returns a resource of an account as a network rule. Cached by object, since each finding is compared with all resources. */
function knownRule(watched: Watched, own: Own): Rule | undefined {
  if (!known.has(watched)) known.set(watched, ruleOf(watched.subject, watched.content, own));
  return known.get(watched);
}

/** Returns a resource as a network rule. Snapshots don't contain its status, so it counts as active. */
function ruleOf(subject: Watched['subject'], content: unknown, own: Own): Rule | undefined {
  const { kind, dc = '', server = '', address = '' } = subject;
  const active = { status: 'active', links: [] };
  switch (kind) {
    case 'firewall between':
      return crossRule({ ...contentAs(kind, content), ...active }, own);
    case 'firewall inside':
      return intraRule({ ...contentAs(kind, content), ...active }, dc, own);
    case 'public address': {
      const traffic = publicTraffic(server, contentAs(kind, content));
      return {
        id: address,
        status: 'active',
        enabled: traffic.ports.length > 0,
        summary: address,
        ...traffic,
      };
    }
    default:
      return undefined;
  }
}

function publicTraffic(
  server: string,
  { ports, from }: ReturnType<typeof contentAs<'public address'>>,
): Traffic {
  const name = server.toUpperCase();
  return {
    sources: orAnywhere(from),
    destinations: [name],
    ports: ports.filter((text) => text !== noPorts).map(portRangeOf),
    to: name,
    into: undefined,
  };
}
