import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { deletion, unlessRemoved } from '../context/removed.ts';
import { serverAdmins } from '../context/roles.ts';
import { alertPolicy } from '../fields/references.ts';
import { toRemake } from './alert-draft.ts';
import { alertPolicyState } from './alert-state.ts';

export const alertDelete = defineOperation({
  id: 'alert.delete',
  summary: 'Delete an alert policy',
  action: 'Delete alert policy',
  button: 'Delete Policy',
  example: 'alert delete "Night watch"',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'disrupts',
  roles: serverAdmins,
  targets: ({ policy }) => [`alert-policy/${policy.id}`],
  subject: ({ policy }) => `${policy.name} · ${policy.id.slice(0, 8)}`,
  phrase: ({ policy }) => phraseOf('delete', `alert policy ${policy.name}`),
  warnings: () => [
    'It stops monitoring any server that it is assigned to. An undo assigns it to none of them.',
  ],
  statusCommand: (_, { link }) => link('alert.list'),
  run: ({ policy }, { service }) => service.alertPolicies.delete(policy.id),
  result: (_, removal) => unlessRemoved(removal, 'It was deleted already.'),
  changes: ({ policy: { id } }) => ({ id }),
  leaves: ({ policy }) => deletion(true, `Alert policy “${policy.name}” doesn’t exist.`),
  snapshot: alertPolicyState,
  inverse({ policy }, removal, { command }) {
    const words = removal === 'removed' ? toRemake(policy) : undefined;
    return (
      words && {
        ...command('alert.create', words),
        warning: 'It gets a new id, and is assigned to no server.',
      }
    );
  },
});
