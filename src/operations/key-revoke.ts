import { bold, done } from '../core/answer.ts';
import { nameOfKey } from '../core/api-key.ts';
import { UserError } from '../core/user-error.ts';
import { keyId } from './fields/index.ts';
import { defineOperation } from './shared/context.ts';
import { keyLines } from './shared/key-lines.ts';

export const keyRevoke = defineOperation({
  id: 'key.revoke',
  summary: 'Revoke one of your API keys',
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
    throw new UserError(`You have no active ${nameOfKey({ id })}.`, { details: keys.flatMap(keyLines) });
  },
  result: (_, key) => [done(bold(nameOfKey(key)), ' revoked · nothing can use it any more')],
  keyEffect: (_, key) => ({ revokes: key }),
});
