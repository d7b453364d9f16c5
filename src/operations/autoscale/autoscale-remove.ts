import { buttons, commandButton } from '../../answer/answer.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { unlessRemoved } from '../context/removed.ts';
import { serverOperators } from '../context/roles.ts';
import { nameOf } from '../servers/server.ts';
import { servers } from '../servers/several-servers.ts';
import { autoscaleAssignment, cpuAutoscale, none, policySetOn } from './autoscale.ts';

export const autoscaleRemove = defineOperation({
  id: 'autoscale.remove',
  summary: 'Remove the autoscale policy from a server',
  action: 'Remove autoscale policy',
  button: 'Remove Policy',
  example: 'autoscale remove DE1ACMEWEB01',
  fields: { server: servers({ label: 'Server', at: 0 }) },
  risk: 'disrupts',
  roles: serverOperators,
  targets: ({ server }) => [`server/${server.id}`],
  target: ({ server }) => nameOf(server),
  subject: ({ server }) => `from ${nameOf(server)}`,
  phrase: ({ server }) => phraseOf('remove', 'autoscale policy', ` from ${nameOf(server)}`),
  warnings: ({ server }) => [`${nameOf(server)} keeps its current CPUs, whatever its load.`],
  statusCommand: ({ server }, { link }) => link('autoscale.view', { server: server.id }),
  run: ({ server }, { service }) => service.autoscalePolicies.remove(server.id),
  result: ({ server }, removal, { link }) => [
    ...unlessRemoved(removal, 'It was removed already.'),
    buttons(commandButton('Show Server', link('server.show', { server: server.id }))),
  ],
  changes: ({ server }) => ({ server: server.id }),
  leaves: ({ server }) => ({
    keys: { [cpuAutoscale]: { before: policySetOn(server), after: none } },
    already: `${nameOf(server)} has no autoscale policy.`,
  }),
  snapshot: autoscaleAssignment,
  inverse({ server }, removal, { command }) {
    const before = policySetOn(server);
    if (removal !== 'removed' || before === undefined || before === none) return undefined;
    return { ...command('autoscale.set', { server: server.id, policy: before }), after: none };
  },
});
