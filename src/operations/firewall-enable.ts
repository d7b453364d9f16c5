import { buttons, code, commandButton, done } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { experimental, switchTo } from './shared/firewall.ts';
import { firewallPolicy } from './shared/firewall-policy.ts';
import { crossFirewallState } from './shared/firewall-state.ts';
import { dataCenter } from './shared/references.ts';
import { firewallAdmins } from './shared/roles.ts';

export const firewallEnable = defineOperation({
  id: 'firewall.enable',
  summary: 'Switch a firewall policy between data centers on',
  example: 'firewall enable de1 ac11a45805692c2be6249d2cd0f08ed2 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0, decides: true }),
    id: firewallPolicy('between', { label: 'Policy', at: 1 }),
  },
  risk: 'opens',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  title: ({ dc, id }) => `switch on firewall policy ${id} from ${dc.name}`,
  warnings: () => [experimental],
  networkChange: ({ dc, id }) => ({
    change: 'enables',
    scope: { kind: 'between', dataCenter: dc.id },
    traffic: { rule: id },
  }),
  statusCommand: ({ dc, id }, { link }) => link('firewall.show', { dc: dc.id, id }),
  run: ({ dc, id }, { service }) => switchTo(true, dc.id, id, service),
  result: ({ dc, id }, _, { link }) => [
    done('Firewall policy ', code(id), ' is switched on.'),
    buttons(commandButton('Show', link('firewall.show', { dc: dc.id, id }))),
  ],
  snapshot: crossFirewallState,
  inverse: ({ dc, id }, switched, { link }) =>
    switched
      ? {
          line: link('firewall.disable', { dc: dc.id, id }),
          of: { dc: dc.id, id },
        }
      : undefined,
});
