import { buttons } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { capitalize } from '../../core/capitalize.ts';
import { allPorts } from '../../network/network-change.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { firewallAdmins } from '../context/roles.ts';
import { alias } from '../fields/index.ts';
import { dataCenter } from '../fields/references.ts';
import { describeCross, otherAccount, untilActive, whereabouts } from './firewall.ts';
import { crossFirewallState } from './firewall-state.ts';
import { rangeOrServer } from './range-or-server.ts';

const mustDiffer = 'must be another data center than the source';
const inside = 'inside one data center, use “firewall intra create”';

export const firewallCreate = defineOperation({
  id: 'firewall.create',
  summary: 'Create a cross-data-center firewall policy',
  action: 'Create firewall policy',
  button: 'Create Policy',
  example: 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="Nightly backup"',
  fields: {
    from: dataCenter({ label: 'Source data center', at: 0 }),
    source: rangeOrServer('from', { label: 'Source', example: '10.0.0.0/24' }),
    to: dataCenter({ label: 'Destination data center', at: 1, example: 'va1' }),
    destination: rangeOrServer('to', { label: 'Destination', example: '10.1.0.0/24' }),
    peer: optional(alias({ label: 'Other account', isRare: true }), 'the same account'),
  },
  risk: 'opens',
  endsUsually: true,
  needs: 'approval',
  roles: firewallAdmins,
  results: { id: 'firewall policy' },
  check: ({ from, to }) =>
    from !== undefined && from.toLowerCase() === to?.toLowerCase()
      ? [{ field: 'to', message: `${mustDiffer}: ${inside}` }]
      : [],
  // Names of the same data center can differ in their spelling.
  refuses({ from, to, source, destination, peer }, context) {
    if (from.id !== to.id) return undefined;
    const form = formButtons(context)('Create Inside One…', 'firewall.intra.create', {
      dc: from.id,
      source,
      destination,
      peer,
    });
    return new UserError(`The destination ${mustDiffer}.`, {
      next: `${capitalize(inside)}.`,
      details: [buttons(form)],
    });
  },
  targets: ({ from }) => [`firewall/${from.id}`],
  subject: ({ from, to, source, destination, peer }, { service }) =>
    describeCross(
      {
        sourceCidr: source,
        sourceLocation: from.id,
        sourceAccount: service.alias,
        destinationCidr: destination,
        destinationLocation: to.id,
        destinationAccount: peer ?? service.alias,
      },
      service,
    ),
  networkChange: ({ from, to, source, destination, peer }, { service }) => ({
    change: 'opens',
    scope: { kind: 'between', dataCenter: from.id },
    traffic: {
      sources: [source],
      destinations: [destination],
      ports: allPorts,
      to: whereabouts(to.id, peer, service),
      into: otherAccount(peer, service),
    },
  }),
  statusCommand: ({ from }, { link }) => link('firewall.list', { dc: from.id }),
  async start({ from, to, source, destination, peer }, { service }) {
    const policy = await service.crossFirewall.create(from.id, {
      sourceCidr: source,
      destinationAccountId: peer ?? service.alias,
      destinationLocationId: to.id,
      destinationCidr: destination,
      enabled: true,
    });
    return { dc: from.id, id: policy.id };
  },
  snapshot: crossFirewallState,
  async track({ dc = '', id = '' }, context) {
    const policy = await context.service.crossFirewall.get(dc, id);
    const traffic = describeCross(policy, context.service);
    return untilActive('between', dc, policy, traffic, context);
  },
});
