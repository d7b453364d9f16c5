import { buttons, commandButton } from '../../answer/answer.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { unlessRemoved } from '../context/removed.ts';
import { serverOperators } from '../context/roles.ts';
import { alertPolicy } from '../fields/references.ts';
import { nameOf } from '../servers/server.ts';
import { servers } from '../servers/several-servers.ts';
import { alertAssignment, assignmentOf, isAssigned } from './alert-state.ts';

export const alertUnassign = defineOperation({
  id: 'alert.unassign',
  summary: 'Unassign an alert policy from a server',
  action: 'Unassign alert policy',
  button: 'Unassign Policy',
  example: 'alert unassign "Memory high" DE1ACMEWEB01',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    server: servers({ label: 'Server', at: 1 }),
  },
  eitherOrder: ['policy', 'server'],
  risk: 'disrupts',
  roles: serverOperators,
  targets: ({ server }) => [`server/${server.id}`],
  target: ({ server }) => nameOf(server),
  subject: ({ policy, server }) => `${policy.name} from ${nameOf(server)}`,
  phrase: ({ policy, server }) =>
    phraseOf('unassign', `alert policy ${policy.name}`, ` from ${nameOf(server)}`),
  statusCommand: ({ server }, { link }) => link('server.show', { server: server.id }),
  run: ({ policy, server }, { service }) => service.alertPolicies.unassign(server.id, policy.id),
  result: ({ server }, removal, { link }) => [
    ...unlessRemoved(removal, 'It was unassigned already.'),
    buttons(commandButton('Show Server', link('server.show', { server: server.id }))),
  ],
  changes: assignmentOf,
  leaves: (args) => ({
    keys: { [`alert policy ${args.policy.id}`]: { before: isAssigned(args), after: false } },
    already: `Alert policy “${args.policy.name}” is not assigned to ${nameOf(args.server)}.`,
  }),
  snapshot: alertAssignment,
  inverse: ({ policy, server }, removal, { command }) =>
    removal === 'removed'
      ? { ...command('alert.assign', { policy: policy.id, server: server.id }), after: false }
      : undefined,
});
