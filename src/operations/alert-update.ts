import { code, done, facts, step, steps } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { emails, number, text } from '../core/fields/index.ts';
import type { AlertPolicy, AlertPolicyDraft } from '../service/index.ts';
import { lineIn, operation } from './context.ts';
import { alertPolicy } from './terms/references.ts';
import { describeTriggers, duration, emailTo, metrics, orOff, recipientsOf, rule } from './terms/triggers.ts';

interface Changes {
  readonly name?: string | undefined;
  readonly cpu?: number | 'off' | undefined;
  readonly memory?: number | 'off' | undefined;
  readonly disk?: number | 'off' | undefined;
  readonly for?: string | undefined;
  readonly to?: readonly string[] | undefined;
}

export const alertUpdate = operation({
  id: 'alert.update',
  does: 'Change an alert policy',
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
  check: ({ policy: _, ...changes }) =>
    Object.values(changes).some((change) => change !== undefined)
      ? []
      : [{ message: 'Say what to change: name=, cpu=, memory=, disk=, for= or to=' }],
  touches: ({ policy }) => [`alert-policy/${policy.id}`],
  says: ({ policy, ...changes }) => {
    const next = changed(policy, changes);
    return `change alert policy “${policy.name}” to “${next.name}” (${describeTriggers(next.triggers)}) that tells ${recipientsOf(next).join(', ')}`;
  },
  shows: ({ policy }) => `alert show ${policy.id}`,
  run: ({ policy, ...changes }, { service }) =>
    service.alertPolicies.update(policy.id, changed(policy, changes)),
  answer: (_, policy, context) => [
    done('Changed alert policy ', { bold: policy.name }, '.'),
    facts({
      Fires: describeTriggers(policy.triggers),
      Tells: recipientsOf(policy).join(', '),
      Id: code(policy.id),
    }),
    steps(step('Show', lineIn(context, 'alert show', policy.id))),
  ],
});

/** The service replaces all three parts at once (service-facts 1.2), so what is not changed is sent as it is. */
function changed(policy: AlertPolicy, changes: Changes): AlertPolicyDraft {
  const kept = policy.triggers.filter(
    ({ metric }) => !metrics.some((one) => one === metric && changes[one] !== undefined),
  );
  const before = policy.triggers[0]?.duration ?? '00:05:00';
  const set = metrics.flatMap((metric) => {
    const threshold = changes[metric];
    return typeof threshold === 'number' ? [{ metric, duration: before, threshold }] : [];
  });
  return {
    name: changes.name ?? policy.name,
    actions: changes.to ? emailTo(changes.to) : policy.actions,
    triggers: [...kept, ...set].map((trigger) =>
      changes.for ? { ...trigger, duration: changes.for } : trigger,
    ),
  };
}
