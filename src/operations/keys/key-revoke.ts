import { bold, done } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { nameOfKey } from '../../api-keys/api-key.ts';
import { defineOperation } from '../context/context.ts';
import { keyId } from '../fields/index.ts';
import { keyLines } from './key-lines.ts';

export const keyRevoke = defineOperation({
  id: 'key.revoke',
  summary: 'Revoke one of your API keys',
  action: 'Revoke API key',
  button: 'Revoke Key',
  example: 'key revoke 000000',
  fields: { id: keyId({ label: 'Key', at: 0 }) },
  risk: 'reads',
  offline: true,
  forPeople: true,
  isPrivate: true,
  roles: [],
  async run({ id }, { apiKeys, requester }) {
    const keys = await apiKeys.of(requester);
    const key = keys.find((known) => known.id === id);
    if (key) return key;
    throw new UserError(`You have no active ${nameOfKey({ id })}.`, {
      details: keys.flatMap(keyLines),
      ...(keys.length > 0 && { next: 'Choose one of these.' }),
    });
  },
  result: (_, key) => [done(bold(nameOfKey(key)), ' revoked · nothing can use it any more')],
  keyEffect: (_, key) => ({ revokes: key }),
});
