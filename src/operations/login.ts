import { facts, heading, note, time } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';

export const login = defineOperation({
  id: 'login',
  summary: 'Show who the bot is to the service',
  example: 'login',
  fields: {},
  risk: 'reads',
  roles: [],
  run: async (_, context) => context.login,
  result: (_, { userName, accountAlias, locationAlias, roles, expiresAt }) => [
    heading('The bot’s login at the service'),
    facts({
      User: userName,
      Account: accountAlias,
      'Default data center': locationAlias,
      Roles: roles.join(', ') || 'none',
      'Logged in until': expiresAt && time(expiresAt),
    }),
    note('The bot can do what these roles allow, for whoever asks.'),
  ],
});
