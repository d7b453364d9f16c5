import { count, menu, shortId, table } from '../../answer/answer.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { state } from './firewall.ts';
import { noPolicies, policiesIn } from './policies-in.ts';

export const firewallIntraList = defineOperation({
  id: 'firewall.intra.list',
  summary: 'List the firewall policies inside one data center, or inside all',
  example: 'firewall intra list de1',
  fields: { dc: optional(dataCenter({ label: 'Data center', at: 0 })) },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc }, context) => policiesIn(dc, context, (id) => context.service.firewall.list(id)),
  result: ({ dc }, policies, context) =>
    policies.length === 0
      ? noPolicies(
          dc,
          dc ? 'firewall policies inside it' : 'firewall policies inside its data centers',
          formButtons(context)('Create Firewall Policy', 'firewall.intra.create', { dc: dc?.id }),
        )
      : [
          table({
            caption: `${count(policies.length, 'firewall policy')} inside ${dc ? dc.id.toUpperCase() : 'data centers'}`,
            columns: [
              ...(dc ? [] : [{ name: 'Data center' }]),
              { name: 'Source' },
              { name: 'Destination' },
              { name: 'Ports' },
              { name: 'Status' },
              { name: 'Id' },
            ],
            rows: policies.map((policy) => [
              ...(dc ? [] : [policy.dc.toUpperCase()]),
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
              action: { line: context.link('firewall.intra.show', { dc: policy.dc, id: policy.id }) },
            })),
          }),
        ],
});
