import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as z from 'zod';
import { readBody, sendJson } from '../slack/payload/http-json.ts';
import { parseJson } from '../slack/payload/json.ts';
import type { Switchboard } from './fault-switches.ts';
import type { Catalogue } from './inspector-types.ts';
import type { LiveChoices } from './live-choices.ts';
import type { Source, Stream } from './stream.ts';

/** What the door opens to. */
export interface Backroom {
  readonly source: Source;
  readonly stream: Stream;
  readonly switchboard: Switchboard;
  readonly catalogue: Catalogue;
  readonly choices: LiveChoices;
  reset(): Promise<void>;
}

const turned = z.object({ id: z.string(), on: z.boolean() });
const asked = z.object({ operation: z.string(), field: z.string(), filter: z.string().default('') });

/** Answers what inspector-types.ts lists, with the path behind `/_backstage/`. */
export function createDoor(room: Backroom): RequestListener {
  return (request, response) => {
    answer(room, request, response).catch((error: unknown) => {
      if (response.headersSent) return;
      const known = error instanceof TypeError || error instanceof z.ZodError;
      const text = error instanceof z.ZodError ? z.prettifyError(error) : String((error as Error).message);
      sendJson(response, known ? 400 : 500, { error: text });
    });
  };
}

async function answer(
  { source, stream, switchboard, catalogue, choices, reset }: Backroom,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
  const query = Object.fromEntries(searchParams);
  const path = pathname.replace(/^\/_backstage\//, '');
  switch (`${request.method} ${path}`) {
    case 'GET trails':
      return send(response, source.trails());
    case 'GET state':
      return send(response, source.state());
    case 'GET switches':
      return send(response, source.switches());
    case 'GET catalogue':
      return send(response, catalogue);
    case 'GET choices': {
      const { operation, field, filter } = asked.parse(query);
      return send(response, await choices(operation, field, filter));
    }
    case 'GET events':
      return stream.open(response, String(request.headers['last-event-id'] ?? ''));
    case 'POST switches': {
      const { id, on } = turned.parse(parseJson((await readBody(request)).toString('utf8')));
      await switchboard.turn(id, on);
      return send(response, source.switches());
    }
    case 'POST reset':
      await reset();
      return send(response, source.switches());
    default:
      return sendJson(response, 404, { error: `There is no ${request.method} ${pathname}.` });
  }
}

function send(response: ServerResponse, value: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
}
