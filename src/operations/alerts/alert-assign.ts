import { buttons, commandButton, note } from '../../answer/answer.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { serverOperators } from '../context/roles.ts';
import { alertPolicy } from '../fields/references.ts';
import { nameOf } from '../servers/server.ts';
import { servers } from '../servers/several-servers.ts';
import { alertAssignment, assignmentOf, isAssigned } from './alert-state.ts';
import { describeTriggers } from './triggers.ts';

export const alertAssign = defineOperation({
  id: 'alert.assign',
  summary: 'Assign an alert policy to a server',
  action: 'Assign alert policy',
  button: 'Assign Policy',
  example: 'alert assign "Disk 80" DE1ACMEWEB03',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    server: servers({ label: 'Server', at: 1 }),
  },
  eitherOrder: ['policy', 'server'],
  risk: 'changes',
  roles: serverOperators,
  targets: ({ server }) => [`server/${server.id}`],
  target: ({ server }) => nameOf(server),
  subject: ({ policy, server }) => `${policy.name} → ${nameOf(server)}`,
  phrase: ({ policy, server }) => phraseOf('assign', `alert policy ${policy.name}`, ` to ${nameOf(server)}`),
  statusCommand: ({ server }, { link }) => link('server.show', { server: server.id }),
  run: ({ policy, server }, { service }) => service.alertPolicies.assign(server.id, policy.id),
  result: ({ policy, server }, _, { link }) => [
    note(describeTriggers(policy.triggers)),
    buttons(commandButton('Show Server', link('server.show', { server: server.id }))),
  ],
  changes: assignmentOf,
  leaves: (args) => ({
    keys: { [`alert policy ${args.policy.id}`]: { before: isAssigned(args), after: true } },
    already: `Alert policy “${args.policy.name}” is already assigned to ${nameOf(args.server)}.`,
  }),
  snapshot: alertAssignment,
  inverse: (args, _, { command }) =>
    isAssigned(args) === false
      ? { ...command('alert.unassign', { policy: args.policy.id, server: args.server.id }), after: true }
      : undefined,
});
