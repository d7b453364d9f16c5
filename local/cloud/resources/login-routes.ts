import { object, text } from '../http/body-schema.ts';
import { message, ok } from '../http/reply.ts';
import type { OpenRoute } from '../http/route-types.ts';

/** POST /v2/authentication/login: interface.md §4.1, service-facts 1.1. */
export const routes: readonly OpenRoute[] = [
  {
    name: 'login',
    method: 'POST',
    path: '/v2/authentication/login',
    needs: 'nothing',
    async answer({ store, body, issueToken }) {
      const { username, password } = body(object({ username: text, password: text }));
      const userName = username.toLowerCase();
      const user = store.users.find((candidate) => candidate.userName.toLowerCase() === userName);
      if (!user || user.password !== password) return badCredentials;
      return ok({
        userName: user.userName,
        accountAlias: user.accountAlias,
        locationAlias: user.locationAlias,
        roles: user.roles,
        bearerToken: await issueToken(user),
      });
    },
  },
];

/** 89 bytes, as published; never 401 (interface.md §5.6). */
const badCredentials = message(
  400,
  "We didn't recognize the username or password you entered. Please try again.",
);
