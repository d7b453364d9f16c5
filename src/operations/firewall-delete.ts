import { code } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { experimental } from './shared/firewall.ts';
import { firewallPolicy } from './shared/firewall-policy.ts';
import { dataCenter } from './shared/references.ts';
import { gone } from './shared/removed.ts';
import { firewallAdmins } from './shared/roles.ts';

export const firewallDelete = defineOperation({
  id: 'firewall.delete',
  summary: 'Delete a firewall policy between data centers',
  example: 'firewall delete de1 ac11a45805692c2be6249d2cd0f08ed2 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0, decides: true }),
    id: firewallPolicy('between', { label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  title: ({ dc, id }) => `delete firewall policy ${id} from ${dc.name}`,
  warnings: () => [experimental],
  networkChange: ({ dc, id }) => ({
    change: 'deletes',
    scope: { kind: 'between', dataCenter: dc.id },
    traffic: { rule: id },
  }),
  statusCommand: ({ dc }, { link }) => link('firewall.list', { dc: dc.id }),
  run: ({ dc, id }, { service }) => service.crossFirewall.delete(dc.id, id),
  result: ({ id }, removal) => [
    gone(
      removal,
      ['Deleted firewall policy ', code(id), '.'],
      ['Firewall policy ', code(id), ' was deleted already.'],
    ),
  ],
});
