import { count, line, menu, note, shortId, table } from '../../answer/answer.ts';
import { commandWords } from '../context/command-link.ts';
import { defineOperation } from '../context/context.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { state, whereabouts } from './firewall.ts';

export const firewallList = defineOperation({
  id: 'firewall.list',
  summary: 'List the firewall policies from one data center to others',
  example: 'firewall list de1',
  fields: { dc: dataCenter({ label: 'Source data center', at: 0 }) },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc }, { service }) => service.crossFirewall.list(dc.id),
  result: ({ dc }, policies, { link, service }) =>
    policies.length === 0
      ? [
          note(
            `${dc.id.toUpperCase()} has no cross-data-center firewall policies. Create one: `,
            line(`help ${commandWords('firewall.create')}`),
          ),
        ]
      : [
          table({
            caption: `${count(policies.length, 'firewall policy')} from ${dc.id.toUpperCase()}`,
            columns: [
              { name: 'Source' },
              { name: 'Destination' },
              { name: 'Destination data center' },
              { name: 'Status' },
              { name: 'Id' },
            ],
            rows: policies.map((policy) => [
              policy.sourceCidr,
              policy.destinationCidr,
              whereabouts(policy.destinationLocation, policy.destinationAccount, service),
              state(policy),
              shortId(policy.id),
            ]),
          }),
          menu('Show a policy…', {
            label: 'Firewall policies',
            options: policies.map((policy) => ({
              label: `${policy.sourceCidr} → ${policy.destinationCidr}`,
              description: state(policy),
              action: { line: link('firewall.show', { dc: dc.id, id: policy.id }) },
            })),
          }),
        ],
});
