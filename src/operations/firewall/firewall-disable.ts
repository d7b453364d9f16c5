import { bold, buttons, commandButton, done } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { firewallAdmins } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { switchTo } from './firewall.ts';
import { firewallPolicy, namePolicy, switching } from './firewall-policy.ts';
import { crossFirewallState } from './firewall-state.ts';

export const firewallDisable = defineOperation({
  id: 'firewall.disable',
  summary: 'Disable a cross-data-center firewall policy',
  action: 'Disable firewall policy',
  button: 'Disable Policy',
  example: 'firewall disable de1 ac11a45805692c2be6249d2cd0f08ed2 why="Nightly backup"',
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
    change: 'disables',
    scope: { kind: 'between', dataCenter: dc.id },
    traffic: { rule: policy.id },
  }),
  statusCommand: ({ dc, id: policy }, { link }) => link('firewall.show', { dc: dc.id, id: policy.id }),
  run: ({ dc, id: policy }, { service }) => switchTo(false, dc.id, policy.id, service),
  result: ({ dc, id: policy }, _, { link }) => [
    done(bold('Firewall policy disabled'), ` · ${namePolicy(policy, dc.id)}`),
    buttons(commandButton('Show Policy', link('firewall.show', { dc: dc.id, id: policy.id }))),
  ],
  changes: ({ dc, id: { id } }) => ({ dc: dc.id, id }),
  leaves: ({ dc, id: policy }) => switching(false, policy, dc.id),
  snapshot: crossFirewallState,
  inverse: ({ dc, id: { id } }, switched, { command }) =>
    switched ? command('firewall.enable', { dc: dc.id, id }) : undefined,
});
