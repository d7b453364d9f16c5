import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { asObject, asString, parseJson } from '../../local/slack/payload/json.ts';

/** The other end of a call. */
export type Side = 'service' | 'slack' | 'table' | 'queue' | 'secrets';

/** The faults that a call can have. */
export const ways = [
  'refuse',
  'reset',
  'lose',
  'hang',
  'late',
  '429',
  '500',
  '503',
  'empty',
  'html',
  'half',
  'wrong',
  'echo',
  'slow',
  'kill',
  'kill after',
] as const;
export type Way = (typeof ways)[number];

/** Faults that a side never has: a response of AWS is complete, or one of its own errors. */
const unlike: Partial<Record<Side, readonly Way[]>> = {
  table: ['html', 'empty', 'half', 'wrong'],
  secrets: ['half', 'kill after'],
};

/** Whether a side never has this fault. */
export const isUnlike = (side: Side, way: Way): boolean => unlike[side]?.includes(way) ?? false;

/** A call of a function. */
export interface Call {
  /** `receiver`, `worker` or `sweeper`. */
  readonly by: string;
  readonly side: Side;
  /** `DynamoDB.PutItem`, `chat.postMessage`, `GET /v2/datacenters/ACME`. */
  readonly name: string;
  /** Its position among the function's calls of that name, from 1, since `begin`. */
  readonly nth: number;
  readonly body: string;
  /** Whether it reached the other end. */
  reached: boolean;
}

export interface Disturbance extends Pick<Call, 'by' | 'name' | 'nth'> {
  readonly way: Way;
  /** Number of consecutive calls of that name that it affects. */
  readonly times: number;
  /** Whether the call takes effect although its response is faulty. A `late` one always does, once. */
  readonly done: boolean;
}

/** Controls all calls that no single disturbance affects. */
export interface Weather {
  turn(call: Call, go: () => Promise<Answer>): Promise<Answer>;
  trouble(call: Call): Pick<Disturbance, 'way' | 'done'> | undefined;
}

/** Delays and disturbs no call. */
export const calm: Weather = { turn: (_, go) => go(), trouble: () => undefined };

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const sides: Readonly<Record<string, Side>> = {
  SERVICE_BASE_URL: 'service',
  SLACK_API_URL: 'slack',
  AWS_ENDPOINT_URL_DYNAMODB: 'table',
  AWS_ENDPOINT_URL_SQS: 'queue',
  AWS_ENDPOINT_URL_SECRETS_MANAGER: 'secrets',
  QUEUE_URL: 'queue',
};

const spoilt = { html: '<!DOCTYPE html><title>Bad gateway</title>', wrong: '{"surprise":[1,{"two":3}]}' };

/** Returns the error response of a side, in the side's own format. */
function troubled(side: Side, way: 'refuse' | '429' | '500' | '503'): Omit<Answer, 'headers'> {
  const status = way === 'refuse' ? 403 : Number(way);
  if (side === 'service') return { status, body: Buffer.from('{"message":"Not now."}') };
  if (side === 'slack') {
    return way === 'refuse'
      ? { status: 200, body: Buffer.from('{"ok":false,"error":"fatal_error"}') }
      : { status, body: Buffer.from('Not now') };
  }
  const type = {
    refuse: 'AccessDeniedException',
    '429': 'ThrottlingException',
    '500': 'InternalServerError',
    '503': 'ServiceUnavailable',
  }[way];
  return {
    status: way === 'refuse' || way === '429' ? 400 : status,
    body: Buffer.from(JSON.stringify({ __type: type, message: 'Not now.' })),
  };
}

/** Returns an error response that repeats the whole request. */
function echoed(side: Side, heard: string): Omit<Answer, 'headers'> {
  if (side === 'slack')
    return { status: 200, body: Buffer.from(JSON.stringify({ ok: false, error: heard })) };
  return { status: 400, body: Buffer.from(JSON.stringify({ __type: 'Refused', message: heard })) };
}

/** Stands between the functions and the services. Records each call, and applies the chosen faults to the chosen calls. */
export class Wire {
  readonly calls: Call[] = [];
  /** All tokens that were sent to the service. */
  readonly bearers = new Set<string>();
  #open = new Map<string, { readonly origin: string; close(): Promise<void>; target?: string }>();
  #agent = new Agent({ keepAlive: true });
  #planned: (Disturbance & { met: number })[] = [];
  /** Calls that their callers gave up, and that take effect later. */
  #late = new Set<{ readonly by: string; act(): Promise<unknown> }>();
  #held = new Set<ServerResponse>();
  /** Decides when a call continues, and its fault, if any; by default at once and without a fault. */
  weather = calm;
  #twice = false;
  /** Kills the running instances of a function. */
  kill: (by: string) => Promise<unknown> = async () => {};

  static async open(functions: readonly string[]): Promise<Wire> {
    const wire = new Wire();
    for (const by of functions) {
      for (const side of new Set(Object.values(sides))) await wire.#listen(by, side);
    }
    return wire;
  }

  /** Returns the environment of a function with the addresses of this wire instead of the real ones. */
  through(by: string, environment: Readonly<Record<string, string>>): Record<string, string> {
    const changed = Object.entries(environment).map(([name, value]) => {
      const side = sides[name];
      const there = side && this.#open.get(`${by} ${side}`);
      if (!there) return [name, value];
      const { origin } = new URL(value);
      there.target = origin;
      return [name, value.replace(origin, there.origin)];
    });
    return Object.fromEntries(changed);
  }

  /**
   * Removes the recorded calls, and applies these disturbances to the next ones. `twice`: the queue stores each message twice.
   */
  begin(disturbances: readonly Disturbance[] = [], twice = false): void {
    this.#twice = twice;
    this.calls.length = 0;
    this.#late = new Set();
    this.#planned = disturbances.map((disturbance) => ({ ...disturbance, met: 0 }));
  }

  /** Removes the disturbances. Recording continues. */
  mend(): void {
    this.#planned = [];
  }

  /** Whether each disturbance has met a call. */
  get met(): boolean {
    return this.#planned.length > 0 && this.#planned.every(({ met }) => met > 0);
  }

  async close(): Promise<void> {
    for (const held of this.#held) held.socket?.destroy();
    this.#agent.destroy();
    await Promise.all([...this.#open.values()].map(({ close }) => close()));
  }

  async #listen(by: string, side: Side): Promise<void> {
    const { url, close } = await listenOnLoopback((asked, response) => {
      this.#pass(by, side, asked, response).catch(() => response.socket?.resetAndDestroy());
    });
    this.#open.set(`${by} ${side}`, { origin: url, close });
  }

  async #pass(by: string, side: Side, asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await buffer(asked);
    const name = nameOf(side, asked);
    const nth = this.calls.filter((call) => call.by === by && call.name === name).length + 1;
    const body = this.#rewritten(by, side, name, sent);
    const call: Call = { by, side, name, nth, body: body.toString(), reached: false };
    this.calls.push(call);
    const shown = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    if (side === 'service' && shown) this.bearers.add(shown);
    const forward = () => {
      call.reached = true;
      return this.weather.turn(call, () => this.#forward(by, side, asked, body));
    };

    const trouble = this.#troubleFor(call);
    if (!trouble) {
      if (this.#twice && name === 'SQS.SendMessage') await forward();
      reply(response, await forward());
      return this.#doLate(by);
    }
    if (trouble.way !== 'echo')
      return this.#disturb({ ...trouble, way: trouble.way }, call, response, forward);
    const heard = `You sent ${JSON.stringify(asked.headers)} ${call.body}`;
    reply(response, { headers: { 'content-type': 'application/json' }, ...echoed(side, heard) });
  }

  async #doLate(by: string): Promise<void> {
    const late = [...this.#late].filter((call) => call.by === by);
    for (const call of late) this.#late.delete(call);
    await Promise.all(late.map(({ act }) => act().catch(() => {})));
  }

  #troubleFor(call: Call): Pick<Disturbance, 'way' | 'done'> | undefined {
    const planned = this.#planned.find(
      ({ by, name, nth, times, met }) =>
        call.by === by && call.name === name && call.nth >= nth && met < times,
    );
    if (!planned) return this.weather.trouble(call);
    planned.met += 1;
    return planned;
  }

  async #disturb(
    { way, done }: { readonly way: Exclude<Way, 'echo'>; readonly done: boolean },
    { by, side }: Call,
    response: ServerResponse,
    forward: () => Promise<Answer>,
  ): Promise<void> {
    const perhaps =
      done && way !== 'late' ? await forward() : { status: 200, headers: {}, body: Buffer.alloc(0) };
    const json = { 'content-type': 'application/json' };
    switch (way) {
      case 'refuse':
        return reply(response, { headers: json, ...troubled(side, way) });
      case '429':
      case '500':
      case '503': {
        const patience = side === 'slack' && way === '429' ? { 'retry-after': '1' } : {};
        return reply(response, { headers: { ...json, ...patience }, ...troubled(side, way) });
      }
      case 'reset':
      case 'lose':
        if (way === 'lose' && !done) await forward();
        response.socket?.resetAndDestroy();
        return;
      case 'hang':
        this.#held.add(response);
        return;
      case 'late': {
        this.#held.add(response);
        const late = this.#late;
        // A late call after the next `begin` is dropped: it would be counted there.
        response.once('close', () => late.add({ by, act: forward }));
        return;
      }
      case 'empty':
        return reply(response, { ...perhaps, headers: json, body: Buffer.alloc(0) });
      case 'html':
        return reply(response, {
          ...perhaps,
          headers: { 'content-type': 'text/html' },
          body: Buffer.from(spoilt.html),
        });
      case 'wrong':
        return reply(response, { ...perhaps, headers: json, body: Buffer.from(spoilt.wrong) });
      case 'half': {
        const { status, body } = done ? perhaps : await forward();
        const cut = body.subarray(0, Math.floor(body.length / 2));
        return reply(response, { status, headers: json, body: cut.length > 0 ? cut : Buffer.from('{"a') });
      }
      case 'slow':
        await delay(150);
        return reply(response, done ? perhaps : await forward());
      case 'kill':
      case 'kill after':
        if (way === 'kill after' && !done) await forward();
        await this.kill(by);
        response.socket?.destroy();
        return;
    }
  }

  /** Rewrites a queued message: Slack's response URLs lead over the wire, and jobs of worker and sweeper lose their delays. */
  #rewritten(by: string, side: Side, name: string, body: Buffer): Buffer {
    if (side !== 'queue' || name !== 'SQS.SendMessage') return body;
    const { DelaySeconds, ...input } = asObject(parseJson(body.toString()));
    const slack = this.#open.get(`worker slack`);
    const target = slack?.target;
    const message = asString(input.MessageBody);
    if (by === 'receiver' && slack && target) {
      return Buffer.from(JSON.stringify({ ...input, MessageBody: message.replaceAll(target, slack.origin) }));
    }
    return Buffer.from(JSON.stringify({ ...input, DelaySeconds: 0 }));
  }

  #forward(by: string, side: Side, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const target = this.#open.get(`${by} ${side}`)?.target;
    if (!target) throw new Error(`Nobody knows where ${side} is`);
    const { host, 'transfer-encoding': _, ...kept } = headers;
    return new Promise((resolve, reject) => {
      request(
        new URL(url ?? '/', target),
        { method, agent: this.#agent, headers: { ...kept, 'content-length': body.length } },
        (answer) => {
          const { statusCode: status = 500, headers } = answer;
          buffer(answer).then((body) => resolve({ status, headers, body }), reject);
        },
      )
        .on('error', reject)
        .end(body);
    });
  }
}

function nameOf(side: Side, { method, url = '/', headers }: IncomingMessage): string {
  const { pathname } = new URL(url, 'http://wire');
  if (side === 'service') return `${method} ${pathname}`;
  if (side === 'slack') return /\/api\/([a-zA-Z.]+)$/.exec(pathname)?.[1] ?? 'response_url';
  const service = { table: 'DynamoDB', queue: 'SQS', secrets: 'SecretsManager' }[side];
  return `${service}.${String(headers['x-amz-target']).split('.')[1]}`;
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = headers;
  const length = status === 204 || status === 304 ? {} : { 'content-length': body.length };
  response.writeHead(status, { ...kept, ...length }).end(body);
}
