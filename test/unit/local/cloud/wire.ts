import { afterAll, beforeAll, beforeEach } from 'vitest';
import { credentialsOf, type LocalCloud, startLocalCloud } from '../../../../local/cloud/index.ts';

/** A response as it came over the socket. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Partial<Record<string, string>>>;
  /** Unzipped if it was zipped. */
  readonly text: string;
  /** The body parsed, as loosely typed as JSON.parse has it. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface Sending {
  /** User to log in as; `null` for nobody. */
  readonly as?: string | null;
  /** A string is sent unchanged, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The day on which every test begins. */
export const start = Date.parse('2023-06-15T12:00:00Z');

/** One emulator for a file of tests, reset before each, with a clock that the test sets. */
export function localCloudUnderTest() {
  const clock = { now: start };
  let cloud: LocalCloud;
  let tokens = new Map<string, string>();

  beforeAll(async () => {
    cloud = await startLocalCloud({ clock: () => clock.now });
  });
  beforeEach(() => {
    clock.now = start;
    cloud.control.reset();
    tokens = new Map();
  });
  afterAll(() => cloud.close());

  const tokenOf = async (userName: string): Promise<string> => {
    const known = tokens.get(userName);
    if (known) return known;
    const { json } = await send('POST', '/v2/authentication/login', {
      as: null,
      body: credentialsOf(userName),
    });
    tokens.set(userName, json.bearerToken);
    return json.bearerToken;
  };

  const send = async (method: string, path: string, sending: Sending = {}): Promise<Answer> => {
    const { as = 'skydesk', body, headers = {} } = sending;
    const authorization = as === null ? {} : { authorization: `Bearer ${await tokenOf(as)}` };
    return exchange(cloud.url, method, path, { ...authorization, ...headers }, body);
  };

  return {
    clock,
    send,
    tokenOf,
    get: (path: string, sending?: Sending) => send('GET', path, sending),
    post: (path: string, body?: unknown, sending?: Sending) => send('POST', path, { body, ...sending }),
    put: (path: string, body?: unknown, sending?: Sending) => send('PUT', path, { body, ...sending }),
    remove: (path: string, sending?: Sending) => send('DELETE', path, sending),
    get cloud() {
      return cloud;
    },
    get control() {
      return cloud.control;
    },
  };
}

async function exchange(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${url}${path}`, { method, headers, body: text ?? null });
  const plain = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: plain,
    get json() {
      return JSON.parse(plain);
    },
  };
}
