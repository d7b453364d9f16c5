import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Control } from '../control/cloud-control.ts';
import { answerControl, isControlPath } from '../control/endpoint.ts';
import type { Service } from '../store/cloud-service.ts';
import type { Settings } from '../store/settings.ts';
import { answer, type IncomingCall } from './answer-incoming-call.ts';
import { object } from './body-schema.ts';
import { withOddPart } from './odd-parts.ts';
import { parseBody } from './parse-body.ts';
import { HttpError, message, type Reply } from './reply.ts';
import { maskPassword, type RecordedRequest } from './requests-seen.ts';
import { respelled } from './respell.ts';
import { createRouter, type Match } from './router.ts';
import { routes } from './routes.ts';
import { send } from './send.ts';
import { internalError, spoil } from './spoil.ts';

/** Path prefix of requests that are neither recorded nor subject to faults and delays. */
const quietly = /^\/_quiet(?=\/)/;

/** Callbacks for requests: `seen` on arrival, `answered` afterwards. */
export type RequestHooks = Readonly<Record<'seen' | 'answered', (request: RecordedRequest) => void>>;

/** Returns the service as a listener for `node:http`. Hooks are not called for control and quiet requests. */
export function createListener(
  service: Service,
  control: Control,
  { seen, answered }: RequestHooks,
): RequestListener {
  const router = createRouter(routes);
  let answers = 0;
  /** Spells an answer as the settings say, makes a part of it odd, or says `OK` if it has none. */
  const spell = (reply: Reply, isRead: boolean): Reply => {
    answers += 1;
    const { spelling, oddParts, okTexts } = service.settings;
    const isSecond = answers % 2 === 0;
    if (reply.status >= 300) return reply;
    if (reply.body === undefined) return okTexts ? { status: 200, text: 'OK' } : reply;
    const body = isNow(spelling, isSecond) ? respelled(reply.body) : reply.body;
    return { ...reply, body: isRead && isNow(oddParts, isSecond) ? withOddPart(body, answers) : body };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
    const arrived: IncomingCall = { request, search: url.searchParams, text: await readText(request) };
    const encodings = service.settings.gzip ? 'gzip' : String(request.headers['accept-encoding'] ?? '');
    if (isControlPath(url.pathname)) {
      return send(response, answerControl(control, request.method, url.pathname, arrived.text), encodings);
    }
    const match = router(request.method, url.pathname.replace(quietly, ''));
    if (quietly.test(url.pathname)) return send(response, await answer(service, match, arrived), encodings);
    const record = recordOf(arrived, match, service.now());
    seen(record);
    try {
      await answerOrFail(service, match, arrived, response, encodings, spell);
    } finally {
      answered(record);
    }
  };

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      if (!(error instanceof HttpError)) process.stderr.write(`emulator: ${String(error)}\n`);
      send(response, error instanceof HttpError ? error.reply : internalError, '');
    });
  };
}

/** Returns whether a setting applies to an answer: to each one, or to every second one. */
const isNow = (setting: Settings['spelling' | 'oddParts'], isSecond: boolean): boolean =>
  setting === 'mixed' ? isSecond : setting === 'other' || setting === 'always';

/** Answers a request with the latency and the fault that match it, if any. */
async function answerOrFail(
  service: Service,
  match: Match,
  arrived: IncomingCall,
  response: ServerResponse,
  encodings: string,
  spell: (reply: Reply, isRead: boolean) => Reply,
): Promise<void> {
  const name = match.found === 'route' ? match.route.name : 'unknown';
  const fault = service.faults.take({ route: name, method: arrived.request.method ?? '' });
  const late = service.faults.delayOf(name);
  if (late > 0) await sleep(late);
  if (fault && !fault.after) return spoil(response, fault);
  const reply = await answer(service, match, arrived);
  if (fault) return spoil(response, fault);
  send(response, spell(reply, arrived.request.method === 'GET' || name === 'login'), encodings);
}

/** Reads the password field of a login, regardless of its type. */
const passwordIn = object({ password: z.coerce.string().optional() }).transform(({ password }) => password);

function recordOf({ request, text }: IncomingCall, match: Match, at: number): RecordedRequest {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(request.url ?? '') ?? [];
  const route = match.found === 'route' ? match.route.name : undefined;
  const readPassword = () => passwordIn.safeParse(parseBody(text, request.headers['content-type'])).data;
  return {
    at,
    method: request.method ?? '',
    path,
    query,
    headers: request.headers,
    body: route === 'login' ? maskPassword(text, readPassword) : text,
    ...(route === undefined ? {} : { route }),
  };
}

const maxBytes = 1_000_000;

/** Reads the body of a request as text. @throws HttpError with 413 if it is longer than a megabyte */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
  }
  if (size > maxBytes) throw new HttpError(message(413, 'The request is too large.'));
  return Buffer.concat(chunks).toString('utf8');
}
