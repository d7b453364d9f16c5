import { buttons, commandButton, context, note, shortId } from '../../answer/answer.ts';
import { optional, unchanged } from '../../operation/field.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { refusalIn } from '../context/refusal-in.ts';
import { serverAdmins } from '../context/roles.ts';
import { emails, number, text } from '../fields/index.ts';
import { alertPolicy } from '../fields/references.ts';
import { changed, lossOf, toRestore } from './alert-draft.ts';
import { resultingSettings } from './alert-settings.ts';
import { alertPolicyState } from './alert-state.ts';
import { describeTriggers, duration, orOff, recipientsOf, rule } from './triggers.ts';

export const alertUpdate = defineOperation({
  id: 'alert.update',
  summary: 'Update an alert policy',
  action: 'Update alert policy',
  button: 'Update Policy',
  example: 'alert update "Disk 80" disk=90 for=10m',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    name: optional(text({ label: 'New name', example: '"Disk 90"' }), unchanged),
    cpu: optional(orOff(number({ label: 'CPU threshold (%)', example: '90', ...rule })), unchanged),
    memory: optional(orOff(number({ label: 'Memory threshold (%)', example: '90', ...rule })), unchanged),
    disk: optional(orOff(number({ label: 'Disk threshold (%)', example: '90', ...rule })), unchanged),
    for: optional(duration({ label: 'Duration' }), unchanged),
    to: optional(emails({ label: 'Recipients' }), unchanged),
  },
  risk: 'changes',
  roles: serverAdmins,
  check: ({ policy: _, ...changes }) =>
    Object.values(changes).some((change) => change !== undefined)
      ? []
      : [{ message: 'Add what to change: name=, cpu=, memory=, disk=, for= or to=', missing: true }],
  refuses: ({ policy, ...changes }, { service }) =>
    lossOf(policy) ?? refusalIn(service.alertPolicies.check(policy, () => changed(policy, changes))),
  targets: ({ policy }) => [`alert-policy/${policy.id}`],
  subject: ({ policy }) => policy.name,
  phrase: ({ policy }) => phraseOf('update', `alert policy ${policy.name}`),
  titleSaysMore: () => true,
  statusCommand: ({ policy }, { link }) => link('alert.show', { policy: policy.id }),
  run: ({ policy, ...changes }, { service }) =>
    service.alertPolicies.update(policy.id, changed(policy, changes)),
  result: (_, policy, { link }) => [
    note(describeTriggers(policy.triggers)),
    context(`Notifies ${recipientsOf(policy).join(', ')} · `, shortId(policy.id)),
    buttons(commandButton('Show Policy', link('alert.show', { policy: policy.id }))),
  ],
  changes: ({ policy: { id } }) => ({ id }),
  leaves: ({ policy, ...changes }) => resultingSettings(policy, changes),
  snapshot: alertPolicyState,
  inverse({ policy: before }, after, { command }) {
    const words = toRestore(before, after);
    return words && command('alert.update', { ...words, policy: after.id });
  },
});
