import { object, text } from '../http/body-schema.ts';
import { message, ok, type Reply } from '../http/reply.ts';
import type { Visit } from '../http/route-types.ts';

/** Logs in: POST /v2/authentication/login (docs/cloud-api.md, Login and roles). */
export async function logIn({ store, body, issueToken }: Visit): Promise<Reply> {
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
}

/** Body of 89 bytes, as published. The status is never 401 (docs/cloud-api.md, Login and roles). */
const badCredentials = message(
  400,
  "We didn't recognize the username or password you entered. Please try again.",
);
