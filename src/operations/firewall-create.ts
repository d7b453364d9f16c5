import { optional } from '../core/field.ts';
import { everyPort } from '../core/network-change.ts';
import type { InverseCommand } from '../core/undo.ts';
import { alias, range } from './fields/index.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { describeCross, experimental, otherAccount, untilActive, whereabouts } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallCreate = defineOperation({
  id: 'firewall.create',
  summary: 'Open a way between two data centers',
  fields: {
    from: dataCenter({ label: 'From data center', at: 0 }),
    to: dataCenter({ label: 'To data center', at: 1 }),
    source: range({ label: 'From range', example: '10.0.0.0/24' }),
    destination: range({ label: 'To range', example: '10.1.0.0/24' }),
    peer: optional(alias({ label: 'Account of the other end' })),
  },
  risk: 'opens',
  needs: 'approval',
  targets: ({ from }) => [`firewall/${from.id}`],
  title: ({ from, to, source, destination, peer }) =>
    `open the way from ${source} in ${from.id.toUpperCase()} to ${destination} in ${to.id.toUpperCase()}${peer ? ` of ${peer}` : ''}`,
  warnings: () => [experimental],
  networkChange: ({ from, to, source, destination, peer }, { service }) => ({
    change: 'opens',
    place: { kind: 'between', dataCenter: from.id },
    way: {
      sources: [source],
      destinations: [destination],
      ports: everyPort,
      to: whereabouts(to.id, peer ?? service.alias),
      into: otherAccount(peer, service),
    },
  }),
  statusCommand: ({ from }) => `firewall list ${from.id}`,
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
  async follow({ dc = '', id = '' }, context) {
    const policy = await context.service.crossFirewall.get(dc, id);
    const undo: InverseCommand = {
      line: lineIn(context, 'firewall delete', dc, id),
      subject: { kind: 'firewall between', dc, id },
    };
    return untilActive(policy, describeCross(policy), `firewall show ${dc} ${id}`, undo, context);
  },
});
