import { code } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { experimental } from './shared/firewall.ts';
import { firewallPolicy } from './shared/firewall-policy.ts';
import { dataCenter } from './shared/references.ts';
import { gone } from './shared/removed.ts';
import { firewallAdmins } from './shared/roles.ts';

export const firewallIntraDelete = defineOperation({
  id: 'firewall.intra.delete',
  summary: 'Delete a firewall policy inside a data center',
  example: 'firewall intra delete de1 195f2e21b90087a4b3313bc144204857 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0, decides: true }),
    id: firewallPolicy('inside', { label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  title: ({ dc, id }) => `delete firewall policy ${id} inside ${dc.name}`,
  warnings: () => [experimental],
  networkChange: ({ dc, id }) => ({
    change: 'deletes',
    scope: { kind: 'inside', dataCenter: dc.id },
    traffic: { rule: id },
  }),
  statusCommand: ({ dc }, { link }) => link('firewall.intra.list', { dc: dc.id }),
  run: ({ dc, id }, { service }) => service.firewall.delete(dc.id, id),
  result: ({ id }, removal) => [
    gone(
      removal,
      ['Deleted firewall policy ', code(id), '.'],
      ['Firewall policy ', code(id), ' was deleted already.'],
    ),
  ],
});
