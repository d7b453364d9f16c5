import { allows } from '../cloud/model/link.ts';
import { code, facts, heading, step, steps } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { state } from './shared/firewall.ts';
import { firewallPolicy } from './shared/firewall-policy.ts';
import { dataCenter } from './shared/references.ts';
import { firewallViewers } from './shared/roles.ts';

export const firewallShow = defineOperation({
  id: 'firewall.show',
  summary: 'Show one firewall policy between data centers',
  example: 'firewall show de1 ac11a45805692c2be6249d2cd0f08ed2',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0, decides: true }),
    id: firewallPolicy('between', { label: 'Policy', at: 1 }),
  },
  risk: 'reads',
  roles: firewallViewers,
  run: ({ dc, id }, { service }) => service.crossFirewall.get(dc.id, id),
  result: ({ dc }, policy, { link }) => [
    heading('Firewall policy between data centers'),
    facts({
      From: `${policy.sourceCidr} in ${policy.sourceLocation.toUpperCase()} of ${policy.sourceAccount.toUpperCase()}`,
      To: `${policy.destinationCidr} in ${policy.destinationLocation.toUpperCase()} of ${policy.destinationAccount.toUpperCase()}`,
      State: state(policy),
      Id: code(policy.id),
    }),
    steps(
      allows(policy, 'PUT') &&
        (policy.enabled
          ? step('Disable', link('firewall.disable', { dc: dc.id, id: policy.id }))
          : step('Enable', link('firewall.enable', { dc: dc.id, id: policy.id }))),
      allows(policy, 'DELETE') &&
        step('Delete', link('firewall.delete', { dc: dc.id, id: policy.id }), 'danger'),
    ),
  ],
});
