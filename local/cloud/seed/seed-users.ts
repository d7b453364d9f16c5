import { type Role, roles } from '../access/permissions.ts';
import type { User } from '../store/cloud-store.ts';

/** One user per role, named like the role in lower case, with the password `<userName>-secret`. */
const onePerRole = roles.map(
  (role: Role): User => ({
    userName: role.toLowerCase(),
    password: `${role.toLowerCase()}-secret`,
    roles: [role],
    accountAlias: 'ACME',
    locationAlias: 'DE1',
  }),
);

/** The users after a reset: one per role, the bot, and one who sees only the sub-account. */
export const users: readonly Readonly<User>[] = [
  {
    userName: 'skydesk',
    password: 'correct-horse-battery',
    roles,
    accountAlias: 'ACME',
    locationAlias: 'DE1',
  },
  ...onePerRole,
  {
    userName: 'devteam',
    password: 'devteam-secret',
    roles,
    accountAlias: 'ACDV',
    locationAlias: 'VA1',
  },
];

/** Returns a user's credentials after a reset; the bot's by default. @throws Error for an unknown user */
export function credentialsOf(userName = 'skydesk'): {
  readonly username: string;
  readonly password: string;
} {
  const user = users.find((candidate) => candidate.userName === userName);
  if (!user) throw new Error(`The service has no user ${userName}`);
  return { username: user.userName, password: user.password };
}
