import { bold, step, steps } from '../core/answer.ts';
import { lineIn, operation } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { gone } from './shared/removed.ts';
import { nameOf, server } from './shared/server.ts';

export const alertUnassign = operation({
  id: 'alert.unassign',
  does: 'Take an alert policy off a server',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    server: server({ label: 'Server', at: 1 }),
  },
  risk: 'disrupts',
  touches: ({ server }) => [`server/${server.id}`],
  says: ({ policy, server }) => `take alert policy “${policy.name}” off ${nameOf(server)}`,
  shows: ({ server }) => `server show ${server.id}`,
  run: ({ policy, server }, { service }) => service.alertPolicies.unassign(server.id, policy.id),
  answer: ({ policy, server }, removal, context) => [
    gone(
      removal,
      [bold(policy.name), ` no longer watches ${nameOf(server)}.`],
      [bold(policy.name), ` was not on ${nameOf(server)} any more.`],
    ),
    steps(removal === 'removed' && step('Put back', lineIn(context, 'alert assign', policy.id, server.id))),
  ],
  undo: ({ policy, server }, removal, context) =>
    removal === 'removed'
      ? {
          line: lineIn(context, 'alert assign', policy.id, server.id),
          subject: { kind: 'alert policy on server', policy: policy.id, server: server.id },
          left: false,
        }
      : undefined,
});
