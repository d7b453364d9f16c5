import { line } from '../../answer/answer.ts';
import type { CrossFirewallPolicy, FirewallPolicy } from '../../cloud/index.ts';
import { canonicalAddresses, canonicalPorts } from '../../network/canonical-lists.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';
import { describeCross, describeIntra } from './firewall.ts';
import type { PolicyLists } from './policy-lists.ts';

/** Reads a firewall policy by its data center and id. */
type FirewallState = SnapshotReader<{ readonly dc: string; readonly id: string }, Context>;

export const switched = ({ enabled }: { readonly enabled: boolean }): string =>
  enabled ? 'enabled' : 'disabled';

/**
 * Returns the content of a cross-data-center policy in canonical form. Without the status, since a pending policy that becomes
 * active is unchanged.
 */
export function crossContent({ status: _, links: __, ...content }: CrossFirewallPolicy) {
  const canonical = (range: string): string => canonicalAddresses([range]).join();
  return {
    ...content,
    sourceCidr: canonical(content.sourceCidr),
    destinationCidr: canonical(content.destinationCidr),
  };
}

/** Returns the content of a policy inside a data center in canonical form. */
export function intraContent(policy: Omit<FirewallPolicy, keyof PolicyLists> & PolicyLists) {
  const { status: _, links: __, source, destination, ports, ...rest } = policy;
  return {
    ...rest,
    source: canonicalAddresses(source),
    destination: canonicalAddresses(destination),
    ports: canonicalPorts(ports),
  };
}

/** Reads the traffic that a cross-data-center policy allows. A pending policy that becomes active is unchanged. */
export const crossFirewallState: FirewallState = {
  kind: 'firewall between',
  async read({ dc, id }, { service, link }) {
    const policy = await service.crossFirewall.get(dc, id);
    const now = `It is now ${switched(policy)}: ${describeCross(policy, service)}.`;
    return {
      content: crossContent(policy),
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
    const now = `It is now ${switched(policy)}: ${describeIntra(policy, dc, service)}.`;
    return {
      content: intraContent(policy),
      description: [`${now} See `, line(link('firewall.intra.show', { dc, id }))],
    };
  },
  listCommand: ({ dc }, { link }) => link('firewall.intra.list', { dc }),
};
