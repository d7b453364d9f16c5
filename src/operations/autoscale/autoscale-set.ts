import { buttons, commandButton, note } from '../../answer/answer.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { serverOperators } from '../context/roles.ts';
import { autoscalePolicy, autoscalePolicyName } from '../fields/references.ts';
import { nameOf } from '../servers/server.ts';
import { servers } from '../servers/several-servers.ts';
import { autoscaleAssignment, cpuAutoscale, describe, none, policySetOn, window } from './autoscale.ts';

export const autoscaleSet = defineOperation({
  id: 'autoscale.set',
  summary: 'Set the autoscale policy of a server',
  action: 'Set autoscale policy',
  button: 'Set Policy',
  example: 'autoscale set DE1ACMEWEB04 "Batch at night"',
  fields: {
    server: servers({ label: 'Server', at: 0 }),
    policy: autoscalePolicy({ label: 'Policy', at: 1 }),
  },
  eitherOrder: ['server', 'policy'],
  risk: 'disrupts',
  roles: serverOperators,
  targets: ({ server }) => [`server/${server.id}`],
  target: ({ server }) => nameOf(server),
  subject: ({ server, policy }) => `${policy.name} → ${nameOf(server)} · ${describe(policy)}`,
  phrase: ({ server, policy }) => phraseOf('set', `autoscale policy ${policy.name}`, ` on ${nameOf(server)}`),
  titleSaysMore: () => true,
  warnings: ({ server, policy }, { clock }) => [
    [`Each scale-down restarts ${nameOf(server)} (`, ...window(policy, clock), ').'],
  ],
  statusCommand: ({ server }, { link }) => link('autoscale.view', { server: server.id }),
  run: ({ server, policy }, { service }) => service.autoscalePolicies.set(server.id, policy.id),
  result: ({ server, policy }, _, { link }) => [
    note(describe(policy)),
    buttons(commandButton('Show Autoscale', link('autoscale.view', { server: server.id }))),
  ],
  changes: ({ server }) => ({ server: server.id }),
  async leaves({ server, policy }, context) {
    const now = policySetOn(server);
    const before = now === undefined || now === none ? undefined : await autoscalePolicyName(now, context);
    return {
      keys: { [cpuAutoscale]: { before: now, after: policy.id } },
      already: `Autoscale policy “${policy.name}” is already set on ${nameOf(server)}.`,
      ...(before !== undefined && { words: { change: `${before} → ${policy.name}`, result: '' } }),
    };
  },
  snapshot: autoscaleAssignment,
  inverse({ server, policy }, _, { command }) {
    const before = policySetOn(server);
    if (before === undefined || before === policy.id) return undefined;
    return {
      ...(before === none
        ? command('autoscale.remove', { server: server.id })
        : command('autoscale.set', { server: server.id, policy: before })),
      after: policy.id,
    };
  },
});
