import { facts, heading, note, time } from '../core/answer.ts';
import { operation } from './shared/context.ts';

export const login = operation({
  id: 'login',
  does: 'Show who the bot is to the service',
  fields: {},
  risk: 'reads',
  run: async (_, context) => context.login,
  answer: (_, { userName, accountAlias, locationAlias, roles, expiresAt }) => [
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
