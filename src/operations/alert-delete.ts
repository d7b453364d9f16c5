import { bold } from '../core/answer.ts';
import { toRemake } from './shared/alert-draft.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { gone } from './shared/removed.ts';

export const alertDelete = defineOperation({
  id: 'alert.delete',
  summary: 'Delete an alert policy',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'disrupts',
  targets: ({ policy }) => [`alert-policy/${policy.id}`],
  title: ({ policy }) => `delete alert policy “${policy.name}” (${policy.id})`,
  warnings: () => ['Servers that it watches are no longer watched by it.'],
  statusCommand: () => 'alert list',
  run: ({ policy }, { service }) => service.alertPolicies.delete(policy.id),
  result: ({ policy }, removal) => [
    gone(
      removal,
      ['Deleted alert policy ', bold(policy.name), '.'],
      ['Alert policy ', bold(policy.name), ' was deleted already.'],
    ),
  ],
  inverse({ policy }, removal, context) {
    const words = removal === 'removed' ? toRemake(policy) : undefined;
    return (
      words && {
        line: lineIn(context, 'alert create', ...words),
        subject: { kind: 'alert policy', id: policy.id },
        warns: 'It comes back with a new id and on no server.',
      }
    );
  },
});
