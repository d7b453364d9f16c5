import { readStepReference } from '../../core/step-reference.ts';
import { covers } from '../../network/covers.ts';
import { formatPortRange, type PortRange } from '../../network/port-range.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { refusalIn } from '../context/refusal-in.ts';
import { firewallAdmins } from '../context/roles.ts';
import { alias, tooManyEntries } from '../fields/index.ts';
import { dataCenter } from '../fields/references.ts';
import { describeIntra, otherAccount, untilActive, whereabouts } from './firewall.ts';
import { intraRule } from './firewall-rules.ts';
import { type IntraPolicy, intraContent, intraFirewallState } from './firewall-state.ts';
import { policyFields } from './policy-lists.ts';

export const firewallIntraCreate = defineOperation({
  id: 'firewall.intra.create',
  summary: 'Create a firewall policy inside a data center',
  action: 'Create firewall policy',
  button: 'Create Policy',
  example:
    'firewall intra create de1 tcp/443 source=10.0.0.0/24 destination=10.0.1.0/24 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0 }),
    source: policyFields.source,
    destination: policyFields.destination,
    ports: { ...policyFields.ports, at: 1, rest: true },
    peer: optional(alias({ label: 'Other account', isRare: true }), 'the same account'),
  },
  risk: 'opens',
  endsUsually: true,
  needs: 'approval',
  roles: firewallAdmins,
  results: { id: 'firewall policy' },
  check: ({ ports, source, destination }) => tooManyEntries({ source, destination, ports }),
  targets: ({ dc }) => [`firewall/${dc.id}`],
  subject: ({ dc, ports, source, destination, peer }, { service }) =>
    describeIntra(
      { source, destination, ports: ports.map(formatPortRange), destinationAccount: peer },
      dc.id,
      service,
    ),
  networkChange: ({ dc, ports, source, destination, peer }, { service }) => ({
    change: 'opens',
    scope: { kind: 'inside', dataCenter: dc.id },
    traffic: {
      sources: source,
      destinations: destination,
      ports,
      to: whereabouts(dc.id, peer, service),
      into: otherAccount(peer, service),
    },
  }),
  refuses({ dc, peer, ...given }, { service }) {
    const lists = listsOf(given);
    // Nobody knows yet what an earlier step will give.
    if ([...lists.source, ...lists.destination].some(readStepReference)) return undefined;
    const destinationAccount = peer ?? service.alias;
    return refusalIn(service.firewall.check(dc, 'POST', undefined, { destinationAccount, ...lists }));
  },
  statusCommand: ({ dc }, { link }) => link('firewall.intra.list', { dc: dc.id }),
  async start({ dc, peer, ...given }, { service }) {
    const lists = listsOf(given);
    const { id } = await service.firewall.create(dc.id, {
      destinationAccount: peer ?? service.alias,
      ...lists,
    });
    return { dc: dc.id, id, lists: JSON.stringify(lists) };
  },
  snapshot: intraFirewallState,
  async track({ dc = '', id = '', lists = '{}' }, context) {
    const { service } = context;
    const policy = await service.firewall.get(dc, id);
    const created: IntraPolicy = { ...policy, ...JSON.parse(lists) };
    const isWider = !covers(intraRule(created, dc, service), intraRule(policy, dc, service));
    const traffic = describeIntra(policy, dc, service);
    return untilActive('inside', dc, policy, traffic, context, isWider ? intraContent(created) : undefined);
  },
});

interface Given {
  readonly ports: readonly PortRange[];
  readonly source: readonly string[];
  readonly destination: readonly string[];
}

/** The lists of a new policy, as they are sent. */
const listsOf = ({ ports, source, destination }: Given) => ({
  source: [...source],
  destination: [...destination],
  ports: ports.map(formatPortRange),
});
