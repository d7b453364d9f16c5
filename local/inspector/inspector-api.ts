import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { sendJson } from '../slack/payload/http-json.ts';
import { parseJson } from '../slack/payload/json.ts';
import type { CommandList } from './command-list-types.ts';
import type { FaultSwitches } from './fault-switches.ts';
import type { Stream } from './stream.ts';
import type { Traces } from './traces.ts';

interface Shown {
  readonly traces: Traces;
  readonly stream: Stream;
  readonly faultSwitches: FaultSwitches;
  readonly commands: CommandList;
  reset(): Promise<void>;
}

const setFaultBody = z.object({ id: z.string(), on: z.boolean() });

/** Serves the requests that inspector-types.ts lists, by the path after `/_inspector/`. */
export function inspectorApi(shown: Shown): RequestListener {
  return (request, response) => {
    answer(shown, request, response).catch((error: unknown) => {
      if (response.headersSent) return;
      const known = error instanceof TypeError || error instanceof z.ZodError;
      const text = error instanceof z.ZodError ? z.prettifyError(error) : String((error as Error).message);
      sendJson(response, known ? 400 : 500, { error: text });
    });
  };
}

async function answer(
  { traces, stream, faultSwitches: faults, commands, reset }: Shown,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://local');
  const path = pathname.replace(/^\/_inspector\//, '');
  switch (`${request.method} ${path}`) {
    case 'GET traces':
      return sendJson(response, 200, traces.all());
    case 'GET faults':
      return sendJson(response, 200, faults.all());
    case 'GET commands':
      return sendJson(response, 200, commands);
    case 'GET events':
      return stream.open(response);
    case 'POST faults': {
      const { id, on } = setFaultBody.parse(parseJson(await text(request)));
      await faults.set(id, on);
      return sendJson(response, 200, faults.all());
    }
    case 'POST reset':
      await reset();
      return sendJson(response, 200, faults.all());
    default:
      return sendJson(response, 404, { error: `There is no ${request.method} ${pathname}.` });
  }
}
