import { bold, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { gone } from './shared/removed.ts';
import { nameOf, server } from './shared/server.ts';

export const alertUnassign = defineOperation({
  id: 'alert.unassign',
  summary: 'Take an alert policy off a server',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    server: server({ label: 'Server', at: 1 }),
  },
  risk: 'disrupts',
  targets: ({ server }) => [`server/${server.id}`],
  title: ({ policy, server }) => `take alert policy “${policy.name}” off ${nameOf(server)}`,
  statusCommand: ({ server }) => `server show ${server.id}`,
  run: ({ policy, server }, { service }) => service.alertPolicies.unassign(server.id, policy.id),
  result: ({ policy, server }, removal, context) => [
    gone(
      removal,
      [bold(policy.name), ` no longer watches ${nameOf(server)}.`],
      [bold(policy.name), ` was not on ${nameOf(server)} any more.`],
    ),
    steps(removal === 'removed' && step('Put back', lineIn(context, 'alert assign', policy.id, server.id))),
  ],
  inverse: ({ policy, server }, removal, context) =>
    removal === 'removed'
      ? {
          line: lineIn(context, 'alert assign', policy.id, server.id),
          subject: { kind: 'alert policy on server', policy: policy.id, server: server.id },
          left: false,
        }
      : undefined,
});
