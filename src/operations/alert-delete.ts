import { bold } from '../core/answer.ts';
import { operation } from './context.ts';
import { alertPolicy } from './terms/references.ts';
import { gone } from './terms/removal.ts';

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
});
