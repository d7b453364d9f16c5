import * as z from 'zod/mini';
import { parseJson } from '../src/core/parse-json.ts';
import type { Connect } from './provider.ts';
import { Refusal } from './refusal.ts';
import { type Answer, type Handler, routes } from './routes.ts';

/** A request, as it comes by HTTP. `url` is path and query. */
export interface GatewayRequest {
  readonly method: string;
  readonly url: string;
  /** The header of this name; empty without it. */
  readonly authorization: string;
  readonly text: string;
}

const login = z.object({
  username: z.string().check(z.regex(/^[a-z0-9]{2,10}$/i)),
  password: z.string().check(z.regex(/^\S{8,}$/)),
});

/**
 * The roles that each login gets (docs/cloud-api.md, Login and roles): all that the gateway can do. A provider needn't tell what a token
 * may do, so that what it may not fails when it is asked for.
 */
const roles = ['ServerAdmin', 'NetworkAdmin', 'BillingAdmin'] as const;

const table = Object.entries(routes).map(([route, handler]) => {
  const [method = '', pathname = ''] = route.split(' ');
  return { method, handler, pattern: new URLPattern({ pathname }, { ignoreCase: true }) };
});

/**
 * Answers one request of the interface (docs/cloud-api.md). Holds nothing between requests that decides anything: whatever it knows
 * comes with the request, or from the provider. The bearer token is the provider's own, with the account in front of it.
 * @param onFailure called with an error that nobody expected
 */
export async function answer(
  connect: Connect,
  request: GatewayRequest,
  onFailure: (error: unknown) => void = () => {},
): Promise<Answer> {
  try {
    return await answered(connect, request);
  } catch (error) {
    const cause = error instanceof Refusal ? error.cause : error;
    if (cause !== undefined) onFailure(cause);
    if (!(error instanceof Refusal)) return { status: 500, body: { message: 'The gateway failed.' } };
    const { status, message, retryAfter } = error;
    return { status, ...(message && { body: { message } }), ...(retryAfter !== undefined && { retryAfter }) };
  }
}

async function answered(connect: Connect, request: GatewayRequest): Promise<Answer> {
  const url = new URL(request.url, 'http://gateway');
  const pathname = url.pathname.replace(/\/+$/, '');
  const body = bodyOf(request.text);
  if (request.method === 'POST' && pathname.toLowerCase() === '/v2/authentication/login')
    return logIn(connect, body);
  const [, alias, token] = /^Bearer ([A-Z0-9]{2,10})\.(\S+)$/.exec(request.authorization) ?? [];
  if (alias === undefined || token === undefined) throw new Refusal(401, 'Log in first.');
  const { handler, at } = routeOf(request.method, pathname);
  if (at.alias?.toUpperCase() !== alias) throw new Refusal(403, 'The token is for another account.');
  return handler({ provider: await connect(token), alias, at, query: url.searchParams, body });
}

/** @throws Refusal with 404 or 405 */
function routeOf(
  method: string,
  pathname: string,
): { readonly handler: Handler; readonly at: Readonly<Record<string, string | undefined>> } {
  const found = table.flatMap((route) => {
    const groups = route.pattern.exec({ pathname })?.pathname.groups;
    return groups ? [{ ...route, groups }] : [];
  });
  const route = found.find((one) => one.method === method);
  if (!route) throw new Refusal(found.length > 0 ? 405 : 404, 'There is no such request.');
  const at = Object.entries(route.groups).map(([name, text = '']) => [name, decoded(text)]);
  return { handler: route.handler, at: Object.fromEntries(at) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'The path can’t be read.');
  }
}

function bodyOf(text: string): unknown {
  if (text.trim() === '') return undefined;
  const body = parseJson(text);
  if (body === undefined) throw new Refusal(400, 'The body is no JSON.');
  return body;
}

/** Logs in: the user name becomes the alias of the account, and the password is the token of the provider. */
async function logIn(connect: Connect, body: unknown): Promise<Answer> {
  const read = login.safeParse(body);
  if (!read.success)
    throw new Refusal(400, 'The user name is a code of 2 to 10 letters and digits, the password a token.');
  const { username, password } = read.data;
  const provider = await connect(password);
  await provider.checkLogin();
  const accountAlias = username.toUpperCase();
  return {
    status: 200,
    body: {
      userName: username,
      accountAlias,
      locationAlias: '',
      roles,
      bearerToken: `${accountAlias}.${password}`,
    },
  };
}
