import { bold } from '../core/answer.ts';
import { toRemake } from './shared/alert-draft.ts';
import { alertPolicyState } from './shared/alert-state.ts';
import { defineOperation } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { gone } from './shared/removed.ts';
import { serverAdmins } from './shared/roles.ts';

export const alertDelete = defineOperation({
  id: 'alert.delete',
  summary: 'Delete an alert policy',
  example: 'alert delete "Night watch"',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'disrupts',
  roles: serverAdmins,
  targets: ({ policy }) => [`alert-policy/${policy.id}`],
  title: ({ policy }) => `delete alert policy “${policy.name}” (${policy.id})`,
  warnings: () => ['Servers that it watches are no longer watched by it.'],
  statusCommand: (_, { link }) => link('alert.list'),
  run: ({ policy }, { service }) => service.alertPolicies.delete(policy.id),
  result: ({ policy }, removal) => [
    gone(
      removal,
      ['Deleted alert policy ', bold(policy.name), '.'],
      ['Alert policy ', bold(policy.name), ' was deleted already.'],
    ),
  ],
  snapshot: alertPolicyState,
  inverse({ policy }, removal, { link }) {
    const words = removal === 'removed' ? toRemake(policy) : undefined;
    return (
      words && {
        line: link('alert.create', words),
        of: { id: policy.id },
        warning: 'It comes back with a new id and on no server.',
      }
    );
  },
});
