import { code, context, fields, heading } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { policyButtons, state, whereabouts } from './firewall.ts';
import { firewallPolicyId } from './firewall-policy.ts';

export const firewallShow = defineOperation({
  id: 'firewall.show',
  summary: 'Show one cross-data-center firewall policy',
  action: 'Show firewall policy',
  example: 'firewall show de1 ac11a45805692c2be6249d2cd0f08ed2',
  fields: {
    dc: dataCenter({ label: 'Source data center', at: 0, decides: true }),
    id: firewallPolicyId('between', { label: 'Policy', at: 1 }),
  },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc, id }, { service }) => service.crossFirewall.get(dc.id, id),
  result: ({ dc }, policy, { link, service }) => [
    heading(`${policy.sourceCidr} → ${policy.destinationCidr}`),
    context(`Cross-data-center firewall policy · ${state(policy)} · `, code(policy.id)),
    fields({
      Source: `${policy.sourceCidr} in ${whereabouts(policy.sourceLocation, policy.sourceAccount, service)}`,
      Destination: `${policy.destinationCidr} in ${whereabouts(policy.destinationLocation, policy.destinationAccount, service)}`,
      Ports: 'all',
    }),
    ...notAllRead(policy),
    policyButtons('between', dc.id, policy, link),
  ],
});
