import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { subtypes } from './human/typing.ts';
import { sendJson } from './payload/http-json.ts';
import type { Json } from './payload/json.ts';
import { asString, lookUp, parseJson } from './payload/json.ts';
import type { SlackControl } from './slack-control.ts';
import { asClient } from './workspace/acting-client.ts';
import type { Entry } from './workspace/journal.ts';

const person = z.string();
const texts = z.exactOptional(z.string());
const where = z.object({ ts: texts, view: texts, block: texts }).default({});
const entered = z.union([z.string(), z.null(), z.array(z.string())]);
const values = z.record(z.string(), entered).default({});
const after = z.coerce.number().int().nonnegative().default(0);

type Route = (control: SlackControl, given: unknown) => unknown;

/** Creates a route that parses its input with a shape. */
const route =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    act: (control: SlackControl, given: z.output<z.ZodObject<Shape>>) => unknown,
  ): Route =>
  (control, given) =>
    act(control, z.object(shape).parse(given));

/** The acts. */
const postRoutes: Record<string, Route> = {
  type: route(
    {
      person,
      channel: z.string().default('cloud-ops'),
      line: z.string(),
      threadTs: texts,
      subtype: z.exactOptional(z.enum(subtypes)),
    },
    (control, { person, channel, line, ...more }) => control.type(person, channel, line, more),
  ),
  press: route({ person, button: z.string(), where }, (control, { person, button, where }) =>
    control.press(person, button, where),
  ),
  'press-recent': route(
    { person, button: z.string(), after: z.number(), values },
    (control, { person, button, after, values }) => control.pressRecent(person, button, after, values),
  ),
  choose: route(
    { person, element: z.string(), value: entered, where },
    (control, { person, element, value, where }) => control.choose(person, element, value, where),
  ),
  fill: route({ person, values, where: z.exactOptional(where) }, (control, { person, values, where }) =>
    control.fill(person, values, where),
  ),
  submit: route({ person, values }, (control, { person, values }) => control.submit(person, values)),
  dismiss: route({ person, all: z.boolean().default(false) }, (control, { person, all }) =>
    control.dismiss(person, all),
  ),
  'open-home': route(
    { person, tab: z.enum(['home', 'messages']).default('home') },
    (control, { person, tab }) => control.openHome(person, tab),
  ),
  encode: route(
    { shortcodes: z.boolean().default(false), bareTags: z.boolean().default(false) },
    (control, how) => control.encode(how),
  ),
  rename: route({ person, realName: texts, displayName: texts }, (control, { person, ...names }) =>
    control.rename(person, names),
  ),
  invite: route(
    { person: z.string().default('skydesk'), channel: z.string() },
    (control, { person, channel }) => control.invite(person, channel),
  ),
  faults: route(
    {
      method: z.string(),
      times: z.exactOptional(z.int().positive()),
      error: z.exactOptional(z.string()),
      more: z.exactOptional(z.record(z.string(), z.json())),
      retryAfter: z.exactOptional(z.number()),
      status: z.exactOptional(z.int()),
      latency: z.exactOptional(z.number()),
    },
    (control, fault) => control.fault(fault),
  ),
  'faults/clear': (control) => control.clearFaults(),
  reset: (control) => control.reset(),
};

/** The queries, with parameters in the query string. */
const getRoutes: Record<string, Route> = {
  info: (control) => control.info(),
  sees: route({ person, channel: texts }, (control, { person, channel }) => control.sees(person, channel)),
  next: route(
    { person, after, timeout: z.coerce.number().max(60_000).default(10_000) },
    (control, { person, after, timeout }) => control.next(person, after, timeout),
  ),
  views: route({ person }, (control, { person }) => control.views(person)),
  home: route({ person }, (control, { person }) => control.home(person)),
  cursor: (control) => control.cursor(),
  journal: route({ after }, (control, { after }) => control.journal(after)),
  calls: route({ method: texts }, (control, { method }) => control.calls(method)),
};

/** Identifies the window of the page in which a person acts: views that open there are only shown there. */
const clientHeader = 'x-slack-client';

/** Serves `/_control/<path>`: acts are POSTs with JSON, queries are GETs, `events` is a stream of all events. */
export function controlApi(control: SlackControl) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://slack').searchParams);
    if (request.method === 'GET' && path === 'events')
      return stream(control, response, after.parse(query.after));
    const [act, question] = [lookUp(postRoutes, path), lookUp(getRoutes, path)];
    try {
      if (request.method === 'POST' && act) {
        const [body, client] = [await readJson(request), request.headers[clientHeader]];
        sendJson(response, 200, await asClient(asString(client) || undefined, () => act(control, body)));
      } else if (request.method === 'GET' && question)
        sendJson(response, 200, await question(control, query));
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

/** Streams server-sent events: those after a cursor, then new ones. */
function stream(control: SlackControl, response: ServerResponse, after: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  // Sends the headers at once: a client should not have to wait for the first event.
  response.flushHeaders();
  const write = (entry: Entry): void => {
    response.write(`id: ${entry.cursor}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`);
  };
  for (const entry of control.journal(after)) write(entry);
  response.on('close', control.follow(write));
}
