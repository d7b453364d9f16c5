import { line } from '../../answer/answer.ts';
import type { CrossFirewallPolicy, FirewallPolicy } from '../../cloud/index.ts';
import { isUnread, type Partly } from '../../cloud/model/partly.ts';
import { unknown } from '../../core/unknown-text.ts';
import { canonicalAddresses, canonicalPorts } from '../../network/canonical-lists.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';
import { describeCross, describeIntra } from './firewall.ts';
import type { PolicyLists } from './policy-lists.ts';

/** Reads a firewall policy by its data center and id. */
type FirewallState = SnapshotReader<{ readonly dc: string; readonly id: string }, Context>;

/** Formats whether a policy is enabled; undefined if that can't be read. */
export const switched = ({ enabled }: { readonly enabled?: boolean | undefined }): string =>
  enabled === undefined ? 'enabled or not' : enabled ? 'enabled' : 'disabled';

/**
 * Returns the content of a cross-data-center policy in canonical form. Without the status, since a pending policy that becomes
 * active is unchanged.
 */
export function crossContent({ status: _, links: __, unread: ___, ...content }: CrossFirewallPolicy) {
  const canonical = (range: string): string => canonicalAddresses([range]).join(', ');
  return {
    ...content,
    sourceCidr: canonical(content.sourceCidr),
    destinationCidr: canonical(content.destinationCidr),
  };
}

/** A policy inside a data center, as the cloud API or a snapshot has it. */
export type IntraPolicy = Omit<FirewallPolicy, keyof PolicyLists> & PolicyLists;

/** Returns the content of a policy inside a data center in canonical form. `unknown` stands for what can't be read of a list. */
export function intraContent(policy: IntraPolicy) {
  const { status: _, links: __, unread: ___, source, destination, ports, ...rest } = policy;
  return {
    ...rest,
    source: withUnread(canonicalAddresses(source), policy, 'source'),
    destination: withUnread(canonicalAddresses(destination), policy, 'destination'),
    ports: withUnread(canonicalPorts(ports), policy, 'ports'),
  };
}

/** Adds an entry for what couldn't be read of a list. */
export const withUnread = (list: readonly string[], read: Partly, field: string): readonly string[] =>
  isUnread(read, field) && !list.includes(unknown) ? [...list, unknown] : list;

/** Returns the keys of a content that couldn't be read; `enabled` has no stand-in. */
export const unreadKeys = (read: Partly & { readonly enabled?: boolean | undefined }, content: object) => [
  ...Object.keys(content).filter((key) => isUnread(read, key)),
  ...(read.enabled === undefined ? ['enabled'] : []),
];

/** Reads the traffic that a cross-data-center policy allows. A pending policy that becomes active is unchanged. */
export const crossFirewallState: FirewallState = {
  kind: 'firewall between',
  async read({ dc, id }, { service, link }) {
    const policy = await service.crossFirewall.get(dc, id);
    const content = crossContent(policy);
    const now = `It is now ${switched(policy)}: ${describeCross(policy, service)}.`;
    return {
      content,
      unread: unreadKeys(policy, content),
      description: [`${now} See `, line(link('firewall.show', { dc, id }))],
    };
  },
  listCommand: ({ dc }, { link }) => link('firewall.list', { dc }),
};

/** Reads the traffic that a policy inside a data center allows. A pending policy that becomes active is unchanged. */
export const intraFirewallState: FirewallState = {
  kind: 'firewall inside',
  async read({ dc, id }, { service, link }) {
    const policy = await service.firewall.get(dc, id);
    const content = intraContent(policy);
    const now = `It is now ${switched(policy)}: ${describeIntra(policy, dc, service)}.`;
    return {
      content,
      unread: unreadKeys(policy, content),
      description: [`${now} See `, line(link('firewall.intra.show', { dc, id }))],
    };
  },
  listCommand: ({ dc }, { link }) => link('firewall.intra.list', { dc }),
};
