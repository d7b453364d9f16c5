import { count, menu, shortId, table } from '../../answer/answer.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { state, whereabouts } from './firewall.ts';
import { noPolicies, policiesIn } from './policies-in.ts';

export const firewallList = defineOperation({
  id: 'firewall.list',
  summary: 'List the firewall policies between data centers, from one or from all',
  example: 'firewall list de1',
  fields: { dc: optional(dataCenter({ label: 'Source data center', at: 0 })) },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc }, context) => policiesIn(dc, context, (id) => context.service.crossFirewall.list(id)),
  result: ({ dc }, policies, context) =>
    policies.length === 0
      ? noPolicies(
          dc,
          'cross-data-center firewall policies',
          formButtons(context)('Create Firewall Policy', 'firewall.create', { from: dc?.id }),
        )
      : [
          table({
            caption: `${count(policies.length, 'firewall policy')} ${dc ? `from ${dc.id.toUpperCase()}` : 'between data centers'}`,
            columns: [
              ...(dc ? [] : [{ name: 'Source data center' }]),
              { name: 'Source' },
              { name: 'Destination' },
              { name: 'Destination data center' },
              { name: 'Status' },
              { name: 'Id' },
            ],
            rows: policies.map((policy) => [
              ...(dc ? [] : [policy.dc.toUpperCase()]),
              policy.sourceCidr,
              policy.destinationCidr,
              whereabouts(policy.destinationLocation, policy.destinationAccount, context.service),
              state(policy),
              shortId(policy.id),
            ]),
          }),
          menu('Show a policy…', {
            label: 'Firewall policies',
            options: policies.map((policy) => ({
              label: `${policy.sourceCidr} → ${policy.destinationCidr}`,
              description: state(policy),
              action: { line: context.link('firewall.show', { dc: policy.dc, id: policy.id }) },
            })),
          }),
        ],
});
