import * as z from 'zod/mini';
import { cacheOf } from '../core/cached.ts';
import { type Clock, day, type Instant, minute } from '../core/clock.ts';
import { parseJson } from '../core/parse-json.ts';
import { unknown } from '../core/unknown-text.ts';
import { prepare, validateResponse } from './call.ts';
import type { Exchange } from './http-client.ts';
import { CloudApiError, isCloudApiError } from './model/cloud-error.ts';
import type { Partly } from './model/partly.ts';
import { partly } from './read-partly.ts';

/** User name and password of Skydesk's user at the cloud API. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The logged-in user (docs/cloud-api.md, Login and roles), without the token. Role names are an open set. */
export interface Login extends Partly {
  readonly userName: string;
  readonly accountAlias: string;
  readonly locationAlias: string;
  readonly roles: readonly string[];
  readonly expiresAt?: Date;
}

interface CachedToken {
  readonly token: string;
  readonly login: Login;
  /** The time of the next login. */
  readonly renewAt: Instant;
}

const tenDays = 10 * day;

const loggedIn = partly(
  z.object({
    userName: z.string(),
    accountAlias: z.string(),
    locationAlias: z.string(),
    roles: z.array(z.string()),
    bearerToken: z.string().check(z.regex(/^[\x21-\x7e]+$/, 'is not usable as a token')),
  }),
  { userName: unknown, locationAlias: unknown, roles: [] },
);

/**
 * Caches one token for all callers (docs/cloud-api.md, Login and roles).
 * - Concurrent callers share one login.
 * - The token is renewed before its JWT `exp`; without an `exp` in the future, ten days after the login.
 * - Failed logins are not cached. If credentials are refused, they are read again and, if they have changed, tried once more.
 * Each call rejects with a `CloudApiError`, or with the error of reading the credentials.
 */
export function cacheToken(exchange: Exchange, credentials: () => Promise<Credentials>, clock: Clock) {
  const cached = cacheOf(async () => {
    const renewed = await logIn();
    refusedToken = undefined;
    return renewed;
  }, clock);
  let refusedToken: string | undefined;

  const current = (): Promise<CachedToken> =>
    cached.get(({ value: { token, renewAt } }) => clock() < renewAt && token !== refusedToken);

  async function logIn(): Promise<CachedToken> {
    const first = await credentials();
    try {
      return await tryWith(first);
    } catch (error) {
      if (!isCloudApiError(error, 'bad-credentials')) throw error;
      const renewed = await credentials();
      if (renewed.username === first.username && renewed.password === first.password) throw error;
      return tryWith(renewed);
    }
  }

  async function tryWith({ username, password }: Credentials): Promise<CachedToken> {
    const call = prepare({
      method: 'POST',
      path: ['v2', 'authentication', 'login'],
      input: { username, password },
      answer: loggedIn,
    });
    const request = { ...call, idempotent: true };
    const { status, body } = await exchange(request, { password }).catch((error: unknown) => {
      if (!isCloudApiError(error) || (error.status !== 400 && error.status !== 401)) throw error;
      throw new CloudApiError('bad-credentials', error, error);
    });
    const { bearerToken, ...login } = validateResponse(loggedIn, body, request, status);
    const now = clock();
    const expiry = expiryOf(bearerToken);
    if (expiry === undefined || expiry <= now) return { token: bearerToken, login, renewAt: now + tenDays };
    const margin = Math.min(5 * minute, (expiry - now) / 10);
    return { token: bearerToken, login: { ...login, expiresAt: new Date(expiry) }, renewAt: expiry - margin };
  }

  return {
    /** Returns the cached token while it is valid, else a new one. */
    current,
    /** Returns the token that replaces `refused`, which the service has just rejected. */
    insteadOf(refused: string): Promise<CachedToken> {
      refusedToken = refused;
      return current();
    },
  };
}

/** Returns the expiry of a token; undefined if it is not a JWT with `exp`. */
function expiryOf(token: string): Instant | undefined {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { data } = z.object({ exp: z.number() }).safeParse(claims);
  return data && data.exp * 1000;
}
