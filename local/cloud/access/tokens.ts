import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { User } from '../store/cloud-store.ts';

const issuer = 'urn:auth-tier3';
const audience = 'urn:tier3-users';

export type Tokens = ReturnType<typeof createTokens>;

/** Creates bearer tokens with a new key at every start: JWTs signed with HS256 (docs/cloud-api.md, Login and roles). */
export function createTokens() {
  let key = randomBytes(32);
  return {
    /** @param now milliseconds since the epoch; @param lifetime in seconds */
    issue(user: User, now: number, lifetime: number): Promise<string> {
      const seconds = Math.floor(now / 1000);
      return new SignJWT({
        'urn:tier3:account-alias': user.accountAlias,
        'urn:tier3:location-alias': user.locationAlias,
        unique_name: user.userName,
        role: [...user.roles],
      })
        .setProtectedHeader({ typ: 'JWT', alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setNotBefore(seconds)
        .setExpirationTime(seconds + lifetime)
        .sign(key);
    },

    /** Returns the user name in a valid, unexpired token; undefined otherwise. */
    async read(token: string, now: number): Promise<string | undefined> {
      try {
        const { payload } = await jwtVerify<{ unique_name?: string }>(token, key, {
          issuer,
          audience,
          algorithms: ['HS256'],
          currentDate: new Date(now),
        });
        return payload.unique_name;
      } catch {
        return undefined;
      }
    },

    /** Invalidates all tokens issued so far, regardless of their `exp`. */
    revokeAll(): void {
      key = randomBytes(32);
    },
  };
}
