import { count, line, menu, note, shortId, table } from '../../answer/answer.ts';
import { commandWords } from '../context/command-link.ts';
import { defineOperation } from '../context/context.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { state } from './firewall.ts';

export const firewallIntraList = defineOperation({
  id: 'firewall.intra.list',
  summary: 'List the firewall policies inside a data center',
  example: 'firewall intra list de1',
  fields: { dc: dataCenter({ label: 'Data center', at: 0 }) },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc }, { service }) => service.firewall.list(dc.id),
  result: ({ dc }, policies, { link }) =>
    policies.length === 0
      ? [
          note(
            `${dc.id.toUpperCase()} has no firewall policies inside it. Create one: `,
            line(`help ${commandWords('firewall.intra.create')}`),
          ),
        ]
      : [
          table({
            caption: `${count(policies.length, 'firewall policy')} inside ${dc.id.toUpperCase()}`,
            columns: [
              { name: 'Source' },
              { name: 'Destination' },
              { name: 'Ports' },
              { name: 'Status' },
              { name: 'Id' },
            ],
            rows: policies.map((policy) => [
              policy.source.join(', '),
              policy.destination.join(', '),
              policy.ports.join(', '),
              state(policy),
              shortId(policy.id),
            ]),
          }),
          menu('Show a policy…', {
            label: 'Firewall policies',
            options: policies.map((policy) => ({
              label: `${policy.source.join(', ')} → ${policy.destination.join(', ')}`,
              description: `${policy.ports.join(', ')} · ${state(policy)}`,
              action: { line: link('firewall.intra.show', { dc: dc.id, id: policy.id }) },
            })),
          }),
        ],
});
