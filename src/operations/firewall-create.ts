import { optional } from '../core/field.ts';
import { allPorts } from '../core/network-change.ts';
import { alias, range } from './fields/index.ts';
import { defineOperation } from './shared/context.ts';
import { describeCross, experimental, otherAccount, untilActive, whereabouts } from './shared/firewall.ts';
import { crossFirewallState } from './shared/firewall-state.ts';
import { dataCenter } from './shared/references.ts';
import { firewallAdmins } from './shared/roles.ts';

export const firewallCreate = defineOperation({
  id: 'firewall.create',
  summary: 'Open a way between two data centers',
  example: 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="Nightly backup"',
  fields: {
    from: dataCenter({ label: 'From data center', at: 0 }),
    to: dataCenter({ label: 'To data center', at: 1 }),
    source: range({ label: 'From range', example: '10.0.0.0/24' }),
    destination: range({ label: 'To range', example: '10.1.0.0/24' }),
    peer: optional(alias({ label: 'Account of the other end' })),
  },
  risk: 'opens',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ from }) => [`firewall/${from.id}`],
  title: ({ from, to, source, destination, peer }) =>
    `open the way from ${source} in ${from.id.toUpperCase()} to ${destination} in ${to.id.toUpperCase()}${peer ? ` of ${peer}` : ''}`,
  warnings: () => [experimental],
  networkChange: ({ from, to, source, destination, peer }, { service }) => ({
    change: 'opens',
    scope: { kind: 'between', dataCenter: from.id },
    traffic: {
      sources: [source],
      destinations: [destination],
      ports: allPorts,
      to: whereabouts(to.id, peer ?? service.alias),
      into: otherAccount(peer, service),
    },
  }),
  statusCommand: ({ from }, { link }) => link('firewall.list', { dc: from.id }),
  async start({ from, to, source, destination, peer }, { service }) {
    const policy = await service.crossFirewall.create(from.id, {
      destinationAccountId: peer ?? service.alias,
      destinationLocationId: to.id,
      destinationCidr: destination,
      enabled: true,
      sourceCidr: source,
    });
    return { dc: from.id, id: policy.id };
  },
  snapshot: crossFirewallState,
  async track({ dc = '', id = '' }, context) {
    const policy = await context.service.crossFirewall.get(dc, id);
    return untilActive(policy, describeCross(policy), context.link('firewall.show', { dc, id }), {
      line: context.link('firewall.delete', { dc, id }),
      of: { dc, id },
    });
  },
});
