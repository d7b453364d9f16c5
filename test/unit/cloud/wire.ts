import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { connect, type ServiceOptions } from '../../../src/cloud/index.ts';

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly afterMs?: number;
  /** Closes the connection instead of answering. */
  readonly drop?: boolean;
  /** Accepts the request and never responds. */
  readonly never?: boolean;
  /** Responds no sooner. */
  readonly until?: Promise<void>;
}

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One reply forever, several in turn (the last one stays), or one made from the request. */
type Script = Reply | Reply[] | ((seen: Seen) => Reply);

export const password = 'correct horse battery';
export const id = '0123456789abcdef0123456789abcdef';

/** A token as the service makes them: three parts, with exp and nbf in seconds. */
export function jwt(claims: object, signature = 'signature'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.${signature}`;
}

export function loginBody(bearerToken: string) {
  return {
    userName: 'ops@example.com',
    accountAlias: 'ACME',
    locationAlias: 'DE1',
    roles: ['AccountAdmin', 'ServerScheduler'],
    bearerToken,
  };
}

export const token = jwt({ exp: 4_000_000_000 });
export const login = 'POST /v2/authentication/login';

/** A service that answers as scripted, even in ways that the emulator never would, and its client. Closed when the test ends. */
export async function wire(scripts: Record<string, Script> = {}, options: Partial<ServiceOptions> = {}) {
  const seen: Seen[] = [];
  const turns = new Map<string, number>();
  const all: Record<string, Script> = { [login]: { body: loginBody(token) }, ...scripts };

  const { url: baseUrl, close: stop } = await listenOnLoopback(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body };
    seen.push(received);
    const script = all[`${method} ${url}`] ?? { status: 404, body: { message: 'No route matches.' } };
    const turn = turns.get(`${method} ${url}`) ?? 0;
    turns.set(`${method} ${url}`, turn + 1);
    const reply =
      typeof script === 'function'
        ? script(received)
        : Array.isArray(script)
          ? script[Math.min(turn, script.length - 1)]
          : script;
    const { status = 200, body: answer, headers: extra = {}, afterMs = 0, drop, never, until } = reply ?? {};
    if (drop) return request.socket.destroy();
    if (never) return undefined;
    await until;
    setTimeout(() => {
      if (answer !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.writeHead(status, extra);
      response.end(typeof answer === 'string' || answer === undefined ? answer : JSON.stringify(answer));
    }, afterMs);
    return undefined;
  });
  onTestFinished(stop);
  const credentials = async () => ({ username: 'ops', password });
  const service = connect({ baseUrl, credentials, ...options });
  return {
    baseUrl,
    service,
    acme: service.account('acme'),
    stop,
    seen,
    calls: () => seen.filter(({ url }) => !url.endsWith('/login')),
    logins: () => seen.filter(({ url }) => url.endsWith('/login')),
  };
}

export function alertPolicy(over: object = {}) {
  return {
    id,
    name: 'Disk 80',
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    links: [{ rel: 'self', href: `/v2/alertPolicies/acme/${id}`, verbs: ['GET', 'DELETE', 'PUT'] }],
    triggers: [{ metric: 'disk', duration: '00:05:00', threshold: 80 }],
    ...over,
  };
}

export const alertDraft = {
  name: 'Disk 80',
  actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
  triggers: [{ metric: 'disk', duration: '00:05:00', threshold: 80 }],
};

export function server(over: object = {}) {
  return {
    id: 'de1acmeweb01',
    name: 'DE1ACMEWEB01',
    description: '',
    groupId: id,
    isTemplate: false,
    locationId: 'DE1',
    osType: 'Ubuntu 14 64-bit',
    os: 'ubuntu14_64Bit',
    status: 'active',
    details: {
      ipAddresses: [{ internal: '10.0.0.12' }],
      secondaryIPAddresses: [],
      alertPolicies: [],
      cpu: 1,
      memoryMB: 1024,
      powerState: 'started',
      storageGB: 17,
      snapshots: [],
    },
    type: 'standard',
    storageType: 'standard',
    links: [
      {
        rel: 'self',
        href: '/v2/servers/acme/de1acmeweb01',
        id: 'de1acmeweb01',
        verbs: ['GET', 'PATCH', 'DELETE'],
      },
    ],
    ...over,
  };
}

export function invoice(over: object = {}) {
  return {
    id: 'ACME0A1B2C3D',
    terms: 'Upon Receipt',
    companyName: 'Example Co',
    accountAlias: 'ACME',
    pricingAccountAlias: 'ACME',
    parentAccountAlias: 'PARENT',
    invoiceCCEmail: '',
    totalAmount: 657.12,
    invoiceDate: '2015-08-01T00:00:00Z',
    lineItems: [],
    ...over,
  };
}
