import { admin } from '../../answer/admin.ts';
import { line, note } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { maxKeys, newKeyId } from '../../api-keys/api-key.ts';
import { hour, minute } from '../../core/clock.ts';
import { optional } from '../../operation/field.ts';
import { commandWords } from '../context/command-link.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { span } from '../fields/index.ts';
import { keyLines } from './key-lines.ts';

const usual = 8 * hour;

/** Explains why no key can be created here; undefined if one can. */
function refuse({ mcpUrl, isOnHome }: Context): UserError | undefined {
  if (mcpUrl === '')
    return new UserError('Agents are turned off in this deployment, so no API key was created.', {
      next: `Ask ${admin} to turn them on: they deploy Skydesk with --param="mcp=true".`,
    });
  if (isOnHome)
    return new UserError('A new key is shown to you alone, which the Home tab can’t do.', {
      details: [note('Run ', line(commandWords('key.create')), ' in a channel or in Messages.')],
    });
  return undefined;
}

export const keyCreate = defineOperation({
  id: 'key.create',
  summary: 'Create an API key for an agent or a script',
  example: 'key create for=8h',
  fields: {
    for: optional(span({ label: 'How long it works', min: 5 * minute, max: 24 * hour }), '8 hours'),
  },
  risk: 'reads',
  offline: true,
  forPeople: true,
  isPrivate: true,
  roles: [],
  refuses: (_, context) => refuse(context),
  async run({ for: lifetime = usual }, { apiKeys, requester, clock, ownAccount }) {
    const keys = await apiKeys.of(requester);
    if (keys.length >= maxKeys)
      throw new UserError(`You have ${maxKeys} API keys, which is the limit. No key was created.`, {
        next: 'Revoke one that you don’t need.',
        details: keys.flatMap(keyLines),
      });
    const now = clock();
    return {
      id: newKeyId(keys.map(({ id }) => id)),
      person: requester,
      account: await ownAccount(),
      createdAt: now,
      expiresAt: now + lifetime,
    };
  },
  result: () => [],
  keyEffect: (_, key) => ({ creates: key }),
});
