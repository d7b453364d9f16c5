import { type Answer, type Button, bold, context, item, time } from '../../answer/answer.ts';
import { type ApiKey, nameOfKey } from '../../api-keys/api-key.ts';

/** Returns the button that revokes a key. It carries only the id: people can only use it for their own keys. */
export const revokeKeyButton = ({ id }: Pick<ApiKey, 'id'>): Button => ({
  label: 'Revoke Key',
  action: { line: `key revoke ${id}` },
  confirm: {
    title: `Revoke ${nameOfKey({ id })}?`,
    text: 'Agents and scripts that use it stop working at once. You can create another one.',
  },
});

/** Lists an active key, with the button that revokes it. */
export const keyLines = (key: ApiKey): Answer => [
  item([bold(nameOfKey(key)), ' · works until ', time(new Date(key.expiresAt))], revokeKeyButton(key)),
  context(
    'Created ',
    time(new Date(key.createdAt)),
    ...(key.lastUsedAt === undefined
      ? [' · not used yet']
      : [' · last used ', time(new Date(key.lastUsedAt), 'relative')]),
  ),
];
