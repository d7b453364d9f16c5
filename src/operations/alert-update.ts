import { buttons, code, commandButton, done, facts } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { emails, number, text } from './fields/index.ts';
import { changed, toRestore } from './shared/alert-draft.ts';
import { alertPolicyState } from './shared/alert-state.ts';
import { defineOperation } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { serverAdmins } from './shared/roles.ts';
import { describeTriggers, duration, onlyMail, orOff, recipientsOf, rule } from './shared/triggers.ts';

/** Who is told: all of them, or how many where they are very many and nobody changes them. */
function recipientsInWords(recipients: readonly string[], changed: readonly string[] | undefined): string {
  const all = recipients.join(', ');
  return changed || all.length <= 600 ? all : `the same ${recipients.length} addresses as before`;
}

export const alertUpdate = defineOperation({
  id: 'alert.update',
  summary: 'Change an alert policy',
  example: 'alert update "Disk 80" disk=90 for=10m',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    name: optional(text({ label: 'New name', example: '"Disk 90"' })),
    cpu: optional(orOff(number({ label: 'CPU in percent', example: '90', ...rule }))),
    memory: optional(orOff(number({ label: 'Memory in percent', example: '90', ...rule }))),
    disk: optional(orOff(number({ label: 'Disk in percent', example: '90', ...rule }))),
    for: optional(duration({ label: 'How long it must last' })),
    to: optional(emails({ label: 'Who is told' })),
  },
  risk: 'changes',
  roles: serverAdmins,
  check: ({ policy: _, ...changes }) =>
    Object.values(changes).some((change) => change !== undefined)
      ? []
      : [{ message: 'Say what to change: name=, cpu=, memory=, disk=, for= or to=' }],
  targets: ({ policy }) => [`alert-policy/${policy.id}`],
  title: ({ policy, ...changes }) => {
    const next = changed(policy, changes);
    return `change alert policy “${policy.name}” to “${next.name}” (${describeTriggers(next.triggers)}) that tells ${recipientsInWords(recipientsOf(next), changes.to)}`;
  },
  warnings: () => [onlyMail],
  statusCommand: ({ policy }, { link }) => link('alert.show', { policy: policy.id }),
  run: ({ policy, ...changes }, { service }) =>
    service.alertPolicies.update(policy.id, changed(policy, changes)),
  result: (_, policy, { link }) => [
    done('Changed alert policy ', { bold: policy.name }, '.'),
    facts({
      Fires: describeTriggers(policy.triggers),
      Tells: recipientsOf(policy).join(', '),
      Id: code(policy.id),
    }),
    buttons(commandButton('Show', link('alert.show', { policy: policy.id }))),
  ],
  snapshot: alertPolicyState,
  inverse({ policy: before }, after, { link }) {
    const words = toRestore(before, after);
    return (
      words && {
        line: link('alert.update', { ...words, policy: after.id }),
        of: { id: after.id },
      }
    );
  },
});
