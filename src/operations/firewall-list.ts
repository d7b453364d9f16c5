import { code, count, line, note, table } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { state } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallList = defineOperation({
  id: 'firewall.list',
  summary: 'List the firewall policies from one data center to others',
  fields: { dc: dataCenter({ label: 'From data center', at: 0 }) },
  risk: 'reads',
  run: ({ dc }, { service }) => service.crossFirewall.list(dc.id),
  result: ({ dc }, policies, context) =>
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
          note('More about one: ', line(lineIn(context, 'firewall show', dc.id, 'ID'))),
        ],
});
