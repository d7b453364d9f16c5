import { allows } from '../cloud/model/link.ts';
import { code, facts, heading, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { policyId, state } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallLocalShow = defineOperation({
  id: 'firewall.local.show',
  summary: 'Show one firewall policy inside a data center',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'reads',
  run: ({ dc, id }, { service }) => service.firewall.get(dc.id, id),
  result: ({ dc }, policy, context) => [
    heading(`Firewall policy inside ${dc.name}`),
    facts({
      From: policy.source.join(', '),
      To: `${policy.destination.join(', ')} of ${(policy.destinationAccount ?? '').toUpperCase()}`,
      Ports: policy.ports.join(', '),
      State: state(policy),
      Id: code(policy.id),
    }),
    steps(
      allows(policy, 'DELETE') &&
        step('Delete', lineIn(context, 'firewall local delete', dc.id, policy.id), 'danger'),
    ),
  ],
});
