import { code, context, fields, heading } from '../../answer/answer.ts';
import type { FirewallPolicy } from '../../cloud/index.ts';
import { unknown } from '../../core/unknown-text.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { firewallViewers } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { otherAccount, policyButtons, state } from './firewall.ts';
import { firewallPolicyId } from './firewall-policy.ts';
import { withUnread } from './firewall-state.ts';
import type { PolicyLists } from './policy-lists.ts';

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
  result: ({ dc }, policy, given) => {
    const lists = asWritten(policy);
    return [
      heading(`Firewall policy in ${dc.id.toUpperCase()}`),
      context(`${state(policy)} · `, code(policy.id)),
      fields({
        Source: lists.source.join(', '),
        Destination: lists.destination.join(', '),
        'Destination account': otherAccount(policy.destinationAccount, given.service),
        Ports: lists.ports.join(', '),
      }),
      ...notAllRead(policy),
      policyButtons(
        'inside',
        dc.id,
        policy,
        given.link,
        formButtons(given)('Edit Policy', 'firewall.intra.update', {
          dc: dc.id,
          id: policy.id,
          ports: prefilled(lists.ports, ' '),
          source: prefilled(lists.source, ','),
          destination: prefilled(lists.destination, ','),
        }),
      ),
    ];
  },
});

/** Returns the lists of a policy as the cloud API writes them, with an entry for what can't be read. */
const asWritten = (policy: FirewallPolicy): PolicyLists => ({
  source: withUnread(policy.source, policy, 'source'),
  destination: withUnread(policy.destination, policy, 'destination'),
  ports: withUnread(policy.ports, policy, 'ports'),
});

/** Returns a list for a form. One that can't be read stays as it is. */
const prefilled = (list: readonly string[], separator: string): string | undefined =>
  list.includes(unknown) ? undefined : list.join(separator);
