import { bold, buttons, commandButton, done } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { firewallAdmins } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { switchTo } from './firewall.ts';
import { firewallPolicy, namePolicy, switching } from './firewall-policy.ts';
import { crossFirewallState } from './firewall-state.ts';

export const firewallEnable = defineOperation({
  id: 'firewall.enable',
  summary: 'Enable a cross-data-center firewall policy',
  action: 'Enable firewall policy',
  button: 'Enable Policy',
  example: 'firewall enable va1 5154002017cad1032a8e590995e50294 why="Nightly backup"',
  fields: {
    dc: dataCenter({ label: 'Source data center', at: 0, decides: true }),
    id: firewallPolicy('between', { label: 'Policy', at: 1 }),
  },
  risk: 'opens',
  needs: 'approval',
  roles: firewallAdmins,
  targets: ({ dc, id: policy }) => [`firewall/${dc.id}/${policy.id}`],
  subject: ({ dc, id: policy }) => namePolicy(policy, dc.id),
  networkChange: ({ dc, id: policy }) => ({
    change: 'enables',
    scope: { kind: 'between', dataCenter: dc.id },
    traffic: { rule: policy.id },
  }),
  statusCommand: ({ dc, id: policy }, { link }) => link('firewall.show', { dc: dc.id, id: policy.id }),
  run: ({ dc, id: policy }, { service }) => switchTo(true, dc.id, policy.id, service),
  result: ({ dc, id: policy }, _, { link }) => [
    done(bold('Firewall policy enabled'), ` · ${namePolicy(policy, dc.id)}`),
    buttons(commandButton('Show Policy', link('firewall.show', { dc: dc.id, id: policy.id }))),
  ],
  changes: ({ dc, id: { id } }) => ({ dc: dc.id, id }),
  leaves: ({ dc, id: policy }) => switching(true, policy, dc.id),
  snapshot: crossFirewallState,
  inverse: ({ dc, id: { id } }, switched, { command }) =>
    switched ? command('firewall.disable', { dc: dc.id, id }) : undefined,
});
