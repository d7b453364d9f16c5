import { code, context, fields, heading } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { otherAccount, policyButtons, state } from './firewall.ts';
import { firewallPolicyId } from './firewall-policy.ts';

export const firewallIntraShow = defineOperation({
  id: 'firewall.intra.show',
  summary: 'Show one firewall policy inside a data center',
  action: 'Show firewall policy',
  example: 'firewall intra show de1 195f2e21b90087a4b3313bc144204857',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0, decides: true }),
    id: firewallPolicyId('inside', { label: 'Policy', at: 1 }),
  },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc, id }, { service }) => service.firewall.get(dc.id, id),
  result: ({ dc }, policy, given) => [
    heading(`Firewall policy in ${dc.id.toUpperCase()}`),
    context(`${state(policy)} · `, code(policy.id)),
    fields({
      Source: policy.source.join(', '),
      Destination: policy.destination.join(', '),
      'Destination account': otherAccount(policy.destinationAccount, given.service),
      Ports: policy.ports.join(', '),
    }),
    policyButtons(
      'inside',
      dc.id,
      policy,
      given.link,
      formButtons(given)('Edit Policy', 'firewall.intra.update', {
        dc: dc.id,
        id: policy.id,
        ports: policy.ports.join(' '),
        source: policy.source.join(','),
        destination: policy.destination.join(','),
      }),
    ),
  ],
});
