import { done, step, steps } from '../core/answer.ts';
import { describe, window } from './shared/autoscale.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { autoscalePolicy } from './shared/references.ts';
import { nameOf, server } from './shared/server.ts';

export const autoscaleSet = defineOperation({
  id: 'autoscale.set',
  summary: 'Put an autoscale policy on a server',
  fields: {
    server: server({ label: 'Server', at: 0 }),
    policy: autoscalePolicy({ label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  targets: ({ server }) => [`server/${server.id}`],
  title: ({ server, policy }) =>
    `put autoscale policy “${policy.name}” (${describe(policy)}) on ${nameOf(server)}`,
  warnings: ({ server, policy }, { clock }) => [
    [`Every scale-down restarts ${nameOf(server)}, some time from `, ...window(policy, clock), '.'],
  ],
  statusCommand: ({ server }) => `autoscale view ${server.id}`,
  run: ({ server, policy }, { service }) => service.autoscalePolicies.set(server.id, policy.id),
  result: ({ server, policy }, _, context) => [
    done({ bold: policy.name }, ` now scales ${nameOf(server)}: ${describe(policy)}.`),
    steps(
      step('View', lineIn(context, 'autoscale view', server.id)),
      step('Remove', lineIn(context, 'autoscale remove', server.id), 'danger'),
    ),
  ],
  inverse({ server, policy }, _, context) {
    const before = server.details?.cpuAutoscalePolicy?.id;
    if (!server.details || before === policy.id) return undefined;
    return {
      line: before
        ? lineIn(context, 'autoscale set', server.id, before)
        : lineIn(context, 'autoscale remove', server.id),
      subject: { kind: 'autoscale policy on server', server: server.id },
      left: policy.id,
    };
  },
});
