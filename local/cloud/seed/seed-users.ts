import { type Role, roles } from '../access/permissions.ts';
import type { User } from '../store/cloud-store.ts';

/** One user per role, called like the role in lower case, with the password `<userName>-secret`. */
const onePerRole = roles.map(
  (role: Role): User => ({
    userName: role.toLowerCase(),
    password: `${role.toLowerCase()}-secret`,
    roles: [role],
    accountAlias: 'ACME',
    locationAlias: 'DE1',
  }),
);

/** Everyone who can log in after a reset: one user per role, the bot, and one who sees the sub-account alone. */
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

/** What a user logs in with after a reset; the bot when left out. @throws Error when nobody is called so. */
export function credentialsOf(userName = 'skydesk'): {
  readonly username: string;
  readonly password: string;
} {
  const user = users.find((candidate) => candidate.userName === userName);
  if (!user) throw new Error(`The service has no user ${userName}`);
  return { username: user.userName, password: user.password };
}
