import { allows } from '../cloud/model/link.ts';
import { code, facts, heading, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { policyId, state } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallShow = defineOperation({
  id: 'firewall.show',
  summary: 'Show one firewall policy between data centers',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'reads',
  run: ({ dc, id }, { service }) => service.crossFirewall.get(dc.id, id),
  result: ({ dc }, policy, context) => [
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
          ? step('Disable', lineIn(context, 'firewall disable', dc.id, policy.id))
          : step('Enable', lineIn(context, 'firewall enable', dc.id, policy.id))),
      allows(policy, 'DELETE') &&
        step('Delete', lineIn(context, 'firewall delete', dc.id, policy.id), 'danger'),
    ),
  ],
});
