import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { sendJson } from './payload/http-json.ts';
import type { Json } from './payload/json.ts';
import { asString, lookUp, parseJson } from './payload/json.ts';
import type { SlackControl } from './slack-control.ts';
import { asClient } from './workspace/acting-client.ts';
import type { Entry } from './workspace/journal.ts';

const texts = z.exactOptional(z.string());
const where = z.object({ ts: texts, view: texts, block: texts }).default({});
const entered = z.union([z.string(), z.null(), z.array(z.string())]);
const values = z.record(z.string(), entered).default({});
const person = z.string();
const personId = z.object({ person });
const opened = z.object({ person, tab: z.enum(['home', 'messages']).default('home') });

const typed = z.object({
  person,
  channel: z.string().default('cloud-ops'),
  line: z.string(),
  threadTs: texts,
});
const pressed = z.object({ person, button: z.string(), where });
const pressedRecent = z.object({ person, button: z.string(), after: z.number(), values });
const chosen = z.object({ person, element: z.string(), value: entered, where });
const filled = z.object({ person, values, where: z.exactOptional(where) });
const dismissed = z.object({ person, all: z.boolean().default(false) });
const faulty = z.object({
  method: z.string(),
  times: z.exactOptional(z.int().positive()),
  error: z.exactOptional(z.string()),
  more: z.exactOptional(z.record(z.string(), z.json())),
  retryAfter: z.exactOptional(z.number()),
  status: z.exactOptional(z.int()),
  latency: z.exactOptional(z.number()),
  drop: z.exactOptional(z.enum(['before', 'after'])),
});
const invited = z.object({ person: z.string().default('skydesk'), channel: z.string() });
const checked = z.object({ kind: z.enum(['url_verification', 'ssl_check']) });

/** What can be done. */
const postRoutes: Record<string, (control: SlackControl, body: Json | undefined) => unknown> = {
  type: (control, body) => {
    const { person, channel, line, ...more } = typed.parse(body);
    return control.type(person, channel, line, more);
  },
  press: (control, body) => {
    const { person, button, where } = pressed.parse(body);
    return control.press(person, button, where);
  },
  'press-recent': (control, body) => {
    const { person, button, after, values } = pressedRecent.parse(body);
    return control.pressRecent(person, button, after, values);
  },
  choose: (control, body) => {
    const { person, element, value, where } = chosen.parse(body);
    return control.choose(person, element, value, where);
  },
  fill: (control, body) => {
    const { person, values, where } = filled.parse(body);
    return control.fill(person, values, where);
  },
  submit: (control, body) => {
    const { person, values } = filled.parse(body);
    return control.submit(person, values);
  },
  dismiss: (control, body) => {
    const { person, all } = dismissed.parse(body);
    return control.dismiss(person, all);
  },
  'open-home': (control, body) => {
    const { person, tab } = opened.parse(body);
    return control.openHome(person, tab);
  },
  invite: (control, body) => {
    const { person, channel } = invited.parse(body);
    control.invite(person, channel);
  },
  faults: (control, body) => {
    control.fault(faulty.parse(body));
  },
  'faults/clear': (control) => control.clearFaults(),
  check: (control, body) => control.check(checked.parse(body).kind),
  reset: (control) => control.reset(),
};

const since = z.coerce.number().int().nonnegative().default(0);
const seen = z.object({ person, channel: texts });
const awaited = z.object({ person, after: since, timeout: z.coerce.number().max(60_000).default(10_000) });

/** What can be asked; the parameters are those of the query. */
const getRoutes: Record<string, (control: SlackControl, query: Record<string, string>) => unknown> = {
  info: (control) => control.info(),
  sees: (control, query) => {
    const { person, channel } = seen.parse(query);
    return control.sees(person, channel);
  },
  next: (control, query) => {
    const { person, after, timeout } = awaited.parse(query);
    return control.next(person, after, timeout);
  },
  views: (control, query) => control.views(personId.parse(query).person),
  home: (control, query) => control.home(personId.parse(query).person),
  cursor: (control) => control.cursor(),
  journal: (control, query) => control.journal(since.parse(query.after)),
  calls: (control, query) => control.calls(query.method),
};

/** Names the window of the page in which a person acts: what opens there is shown there alone. */
const clientHeader = 'x-slack-client';

/** Answers `/_control/<path>`: acts are POSTs with JSON, questions are GETs, `events` is a stream of all that happens. */
export function controlApi(control: SlackControl) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://slack').searchParams);
    if (request.method === 'GET' && path === 'events')
      return stream(control, response, since.parse(query.after));
    const [act, question] = [lookUp(postRoutes, path), lookUp(getRoutes, path)];
    try {
      if (request.method === 'POST' && act) {
        const [body, client] = [await readJson(request), request.headers[clientHeader]];
        send(response, await asClient(asString(client) || undefined, () => act(control, body)));
      } else if (request.method === 'GET' && question) send(response, await question(control, query));
      else sendJson(response, 404, { error: `There is no ${request.method} /_control/${path}.` });
    } catch (error) {
      sendJson(response, 400, { error: reasonOf(error) });
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}

async function readJson(request: IncomingMessage): Promise<Json | undefined> {
  return parseJson(await text(request)) ?? {};
}

function send(response: ServerResponse, result: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(result ?? null));
}

/** Server-sent events: what happened after a cursor, then what happens. */
function stream(control: SlackControl, response: ServerResponse, after: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  // Sends the headers at once, so that a client does not wait for the first event.
  response.flushHeaders();
  const write = (entry: Entry): void => {
    response.write(`id: ${entry.cursor}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`);
  };
  for (const entry of control.journal(after)) write(entry);
  response.on('close', control.follow(write));
}
