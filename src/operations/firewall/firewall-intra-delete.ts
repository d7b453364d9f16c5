import { bold } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { deletion, gone } from '../context/removed.ts';
import { firewallAdmins } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { firewallPolicy, isThere, namePolicy, noPolicy } from './firewall-policy.ts';

export const firewallIntraDelete = defineOperation({
  id: 'firewall.intra.delete',
  summary: 'Delete a firewall policy inside a data center',
  action: 'Delete firewall policy',
  button: 'Delete Policy',
  example: 'firewall intra delete de1 195f2e21b90087a4b3313bc144204857 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0, decides: true }),
    id: firewallPolicy('inside', { label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ dc, id: policy }) => [`firewall/${dc.id}/${policy.id}`],
  subject: ({ dc, id: policy }) => namePolicy(policy, dc.id),
  networkChange: ({ dc, id: policy }) => ({
    change: 'deletes',
    scope: { kind: 'inside', dataCenter: dc.id },
    traffic: { rule: policy.id },
  }),
  changes: ({ dc, id: { id } }) => ({ dc: dc.id, id }),
  leaves: ({ dc, id: policy }) => deletion(isThere(policy), noPolicy(policy, dc.id)),
  statusCommand: ({ dc }, { link }) => link('firewall.intra.list', { dc: dc.id }),
  run: ({ dc, id: policy }, { service }) => service.firewall.delete(dc.id, policy.id),
  result: ({ dc, id: policy }, removal) => [
    gone(
      removal,
      [bold('Firewall policy deleted'), ` · ${namePolicy(policy, dc.id)}`],
      ['The firewall policy was already deleted', ` · ${namePolicy(policy, dc.id)}`],
    ),
  ],
});
