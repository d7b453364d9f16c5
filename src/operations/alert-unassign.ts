import { done, step, steps } from '../core/answer.ts';
import { lineIn, operation } from './context.ts';
import { alertPolicy } from './terms/references.ts';
import { nameOf, server } from './terms/server.ts';

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
  answer: ({ policy, server }, _, context) => [
    done({ bold: policy.name }, ` no longer watches ${nameOf(server)}.`),
    steps(step('Put back', lineIn(context, 'alert assign', policy.id, server.id))),
  ],
});
