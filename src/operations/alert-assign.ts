import { done, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { nameOf, server } from './shared/server.ts';
import { describeTriggers, onlyMail } from './shared/triggers.ts';

export const alertAssign = defineOperation({
  id: 'alert.assign',
  summary: 'Put an alert policy on a server',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    server: server({ label: 'Server', at: 1 }),
  },
  risk: 'changes',
  targets: ({ server }) => [`server/${server.id}`],
  title: ({ policy, server }) => `put alert policy “${policy.name}” on ${nameOf(server)}`,
  warnings: () => [onlyMail],
  statusCommand: ({ server }) => `server show ${server.id}`,
  run: ({ policy, server }, { service }) => service.alertPolicies.assign(server.id, policy.id),
  result: ({ policy, server }, _, context) => [
    done({ bold: policy.name }, ` now watches ${nameOf(server)}: ${describeTriggers(policy.triggers)}.`),
    steps(
      step('Show server', lineIn(context, 'server show', server.id)),
      step('Take off', lineIn(context, 'alert unassign', policy.id, server.id), 'danger'),
    ),
  ],
  inverse: ({ policy, server }, _, context) =>
    server.details?.alertPolicies.every(({ id }) => id !== policy.id)
      ? {
          line: lineIn(context, 'alert unassign', policy.id, server.id),
          subject: { kind: 'alert policy on server', policy: policy.id, server: server.id },
          left: true,
        }
      : undefined,
});
