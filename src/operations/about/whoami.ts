import { context, fields, heading, time } from '../../answer/answer.ts';
import { version } from '../../core/built-version.ts';
import { unknown } from '../../core/unknown-text.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead } from '../context/not-all-read.ts';

export const whoami = defineOperation({
  id: 'whoami',
  summary: 'Show the API identity Skydesk uses',
  example: 'whoami',
  fields: {},
  risk: 'reads',
  isPrivate: true,
  roles: [],
  run: async (_, context) => context.login,
  result: (_, { userName, accountAlias, locationAlias, roles, expiresAt, unread }) => [
    heading('The API identity Skydesk uses'),
    fields({
      User: userName,
      Account: accountAlias,
      'Default data center': locationAlias,
      Roles: roles.join(', ') || (unread ? unknown : 'none'),
      'Token expires': expiresAt && time(expiresAt),
      'Version of Skydesk': version,
    }),
    ...notAllRead({ unread }),
    context('Skydesk can do what these roles allow, for everyone whom the policy permits.'),
  ],
});
