import { allows } from '../cloud/model/link.ts';
import { buttons, commandButton, done, facts, line, note } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { emails, number, text } from './fields/index.ts';
import { draftOf } from './shared/alert-draft.ts';
import { alertPolicyState } from './shared/alert-state.ts';
import { defineOperation } from './shared/context.ts';
import { serverAdmins } from './shared/roles.ts';
import { describeTriggers, duration, metrics, rule } from './shared/triggers.ts';

export const alertCreate = defineOperation({
  id: 'alert.create',
  summary: 'Make an alert policy',
  example: 'alert create "Disk 90" disk=90 for=10m to=ops@example.com',
  fields: {
    name: text({ label: 'Name', at: 0, example: '"Disk 80"' }),
    cpu: optional(number({ label: 'CPU in percent', example: '80', ...rule })),
    memory: optional(number({ label: 'Memory in percent', example: '80', ...rule })),
    disk: optional(number({ label: 'Disk in percent', example: '80', ...rule })),
    for: optional(duration({ label: 'How long it must last' })),
    to: emails({ label: 'Who is told' }),
  },
  risk: 'changes',
  roles: serverAdmins,
  check: (given) => [
    ...(metrics.some((metric) => given[metric] !== undefined)
      ? []
      : [{ message: 'At least one of cpu=, memory= or disk= is needed' }]),
    ...metrics
      .filter((metric) => typeof given.for === 'object' && given.for[metric] && given[metric] === undefined)
      .map((metric) => ({ field: 'for', message: `names ${metric}, which has no threshold` })),
  ],
  targets: ({ name }) => [`alert-policy/${name}`],
  title: (args) =>
    `make alert policy “${args.name}” (${describeTriggers(draftOf(args).triggers)}) that tells ${args.to.join(', ')}`,
  warnings: () => ['An alert policy only sends e-mail, and it watches nothing until it is put on a server.'],
  statusCommand: (_, { link }) => link('alert.list'),
  run: (args, { service }) => service.alertPolicies.create(draftOf(args)),
  result: (_, policy, { link }) => [
    done('Made alert policy ', { bold: policy.name }, '.'),
    facts({ Fires: describeTriggers(policy.triggers), Id: { code: policy.id } }),
    note('Put it on a server: ', line(link('alert.assign', { policy: policy.id, server: 'SERVER' }))),
    buttons(
      commandButton('Show', link('alert.show', { policy: policy.id })),
      allows(policy, 'DELETE') &&
        commandButton('Delete', link('alert.delete', { policy: policy.id }), 'danger'),
    ),
  ],
  snapshot: alertPolicyState,
  inverse: (_, { id }, { link }) => ({
    line: link('alert.delete', { policy: id }),
    of: { id },
  }),
});
