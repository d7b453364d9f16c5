import { code, count, line, note, table } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { state } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';
import { firewallViewers } from './shared/roles.ts';

export const firewallList = defineOperation({
  id: 'firewall.list',
  summary: 'List the firewall policies from one data center to others',
  example: 'firewall list de1',
  fields: { dc: dataCenter({ label: 'From data center', at: 0 }) },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc }, { service }) => service.crossFirewall.list(dc.id),
  result: ({ dc }, policies, { link }) =>
    policies.length === 0
      ? [note(`No firewall policy leads from ${dc.name} to another data center.`)]
      : [
          table({
            caption: `${count(policies.length, 'firewall policy')} from ${dc.id.toUpperCase()}`,
            columns: [
              { name: 'From' },
              { name: 'To' },
              { name: 'Data center' },
              { name: 'State' },
              { name: 'Id' },
            ],
            rows: policies.map((policy) => [
              policy.sourceCidr,
              policy.destinationCidr,
              `${policy.destinationLocation.toUpperCase()} of ${policy.destinationAccount.toUpperCase()}`,
              state(policy),
              code(policy.id),
            ]),
          }),
          note('More about one: ', line(link('firewall.show', { dc: dc.id, id: 'ID' }))),
        ],
});
