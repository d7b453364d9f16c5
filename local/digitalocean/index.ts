import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../loopback/listen.ts';
import { gone, handlers, type Reply } from './handlers.ts';
import { type Body, createWorld, type World } from './world.ts';

export interface LocalDigitalOceanOptions {
  /** Port on 127.0.0.1; any free one by default. */
  readonly port?: number;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly clock?: () => number;
}

/** One request, and its answer. */
export interface RecordedCall {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
  /** The number of its connection, from 1. */
  readonly connection: number;
}

/** What goes wrong with a request. `done`: whether it takes effect nevertheless. */
export interface Fault {
  readonly how: 'drop' | 'half' | { readonly status: number; readonly retryAfter?: number };
  readonly done?: boolean;
  /** The requests that it concerns: `POST /v2/firewalls`. */
  readonly of: RegExp;
  /** How many; 1 by default. */
  readonly times?: number;
}

/** The only token that it accepts. */
export const localToken = 'dop_v1_local_token';

const routes = Object.entries(handlers).map(([route, handle]) => {
  const [method = '', pathname = ''] = route.split(' ');
  return { method, handle, pattern: new URLPattern({ pathname }) };
});

interface Request {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly body: Body | undefined;
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const sent = await text(incoming);
  return {
    method,
    url: new URL(url, 'http://digitalocean'),
    authorization: headers.authorization,
    body: sent === '' ? undefined : JSON.parse(sent),
  };
}

const unauthorized: Reply = {
  status: 401,
  body: { id: 'unauthorized', message: 'Unable to authenticate you' },
};
/**
 * Starts a stand-in for DigitalOcean on loopback, as far as the gateway calls it, with a small account. It is written from DigitalOcean's
 * specification, and shares no code with the gateway.
 * @throws the error of `listen` if the port is taken
 */
export async function startDigitalOcean({ port = 0, clock = Date.now }: LocalDigitalOceanOptions = {}) {
  let world: World = createWorld(clock());
  let faults: { readonly fault: Fault; left: number }[] = [];
  const calls: RecordedCall[] = [];

  function replyTo({ method, url, authorization, body }: Request): Reply {
    if (authorization !== `Bearer ${localToken}`) return unauthorized;
    for (const route of routes) {
      const groups = route.method === method ? route.pattern.exec(url)?.pathname.groups : undefined;
      if (groups) return route.handle({ world, at: groups, query: url.searchParams, body: body ?? {} });
    }
    return gone;
  }

  /** Returns the fault that a request meets, once for each of its times. */
  function faultOf({ method, url }: Request): Fault | undefined {
    const met = faults.find(({ fault, left }) => left > 0 && fault.of.test(`${method} ${url.pathname}`));
    if (met) met.left -= 1;
    return met?.fault;
  }

  const connections: Socket[] = [];
  function numberOf(socket: Socket): number {
    if (!connections.includes(socket)) connections.push(socket);
    return connections.indexOf(socket) + 1;
  }

  const listener: RequestListener = async (incoming, response) => {
    const request = await read(incoming);
    const { method, url, body } = request;
    const fault = faultOf(request);
    const reply = fault && !fault.done ? undefined : replyTo(request);
    const { status = 0, body: answer } = (fault ? undefined : reply) ?? {};
    const connection = numberOf(incoming.socket);
    calls.push({ method, path: url.pathname, query: url.search, body, status, answer, connection });
    if (fault) fail(response, fault, reply);
    else send(response, reply ?? gone);
  };

  const { url, close } = await listenOnLoopback(listener, port, { now: clock });
  return {
    url,
    /** The account, which a test may change as its owner would at DigitalOcean. */
    get world(): World {
      return world;
    },
    /** All requests since the start or the last `reset`, oldest first. */
    calls: calls as readonly RecordedCall[],
    fail(fault: Fault): void {
      faults.push({ fault, left: fault.times ?? 1 });
    },
    /** Restores the first state of the account, and ends the faults. */
    reset(): void {
      world = createWorld(clock());
      faults = [];
      calls.length = 0;
    },
    close,
  };
}

const json = { 'content-type': 'application/json; charset=utf-8' };

function send(response: ServerResponse, { status, body }: Reply, more: Record<string, string> = {}): void {
  response.writeHead(status, { ...(body !== undefined && json), ...more });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function fail(response: ServerResponse, { how }: Fault, reply: Reply | undefined): void {
  if (how === 'drop') {
    response.destroy();
    return;
  }
  if (how === 'half') {
    const whole = JSON.stringify(reply?.body ?? { id: 'not now' });
    response.writeHead(reply?.status ?? 200, json).end(whole.slice(0, whole.length / 2));
    return;
  }
  const { status, retryAfter } = how;
  const body = {
    id: 'error',
    message: status === 403 ? 'You are not authorized to perform this operation' : 'Not now',
  };
  send(response, { status, body }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}
