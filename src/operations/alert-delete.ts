import { bold } from '../core/answer.ts';
import { toRemake } from './shared/alert-draft.ts';
import { lineIn, operation } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { gone } from './shared/removed.ts';

export const alertDelete = operation({
  id: 'alert.delete',
  does: 'Delete an alert policy',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'disrupts',
  touches: ({ policy }) => [`alert-policy/${policy.id}`],
  says: ({ policy }) => `delete alert policy “${policy.name}” (${policy.id})`,
  warns: () => ['Servers that it watches are no longer watched by it.'],
  shows: () => 'alert list',
  run: ({ policy }, { service }) => service.alertPolicies.delete(policy.id),
  answer: ({ policy }, removal) => [
    gone(
      removal,
      ['Deleted alert policy ', bold(policy.name), '.'],
      ['Alert policy ', bold(policy.name), ' was deleted already.'],
    ),
  ],
  undo({ policy }, removal, context) {
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
