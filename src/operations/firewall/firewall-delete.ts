import { bold } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { deletion, gone } from '../context/removed.ts';
import { firewallAdmins } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { firewallPolicy, isThere, namePolicy, noPolicy } from './firewall-policy.ts';

export const firewallDelete = defineOperation({
  id: 'firewall.delete',
  summary: 'Delete a cross-data-center firewall policy',
  action: 'Delete firewall policy',
  button: 'Delete Policy',
  example: 'firewall delete de1 ac11a45805692c2be6249d2cd0f08ed2 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'Source data center', at: 0, decides: true }),
    id: firewallPolicy('between', { label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ dc, id: policy }) => [`firewall/${dc.id}/${policy.id}`],
  subject: ({ dc, id: policy }) => namePolicy(policy, dc.id),
  networkChange: ({ dc, id: policy }) => ({
    change: 'deletes',
    scope: { kind: 'between', dataCenter: dc.id },
    traffic: { rule: policy.id },
  }),
  changes: ({ dc, id: { id } }) => ({ dc: dc.id, id }),
  leaves: ({ dc, id: policy }) => deletion(isThere(policy), noPolicy(policy, dc.id)),
  statusCommand: ({ dc }, { link }) => link('firewall.list', { dc: dc.id }),
  run: ({ dc, id: policy }, { service }) => service.crossFirewall.delete(dc.id, policy.id),
  result: ({ dc, id: policy }, removal) => [
    gone(
      removal,
      [bold('Firewall policy deleted'), ` · ${namePolicy(policy, dc.id)}`],
      ['The firewall policy was already deleted', ` · ${namePolicy(policy, dc.id)}`],
    ),
  ],
});
