import { code, count, line, note, table } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { state } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';
import { firewallViewers } from './shared/roles.ts';

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
      ? [note(`There is no firewall policy inside ${dc.name}.`)]
      : [
          table({
            caption: `${count(policies.length, 'firewall policy')} inside ${dc.id.toUpperCase()}`,
            columns: [{ name: 'From' }, { name: 'To' }, { name: 'Ports' }, { name: 'State' }, { name: 'Id' }],
            rows: policies.map((policy) => [
              policy.source.join(', '),
              policy.destination.join(', '),
              policy.ports.join(', '),
              state(policy),
              code(policy.id),
            ]),
          }),
          note('More about one: ', line(link('firewall.intra.show', { dc: dc.id, id: 'ID' }))),
        ],
});
