import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Loopback, listenOnLoopback } from '../../../local/loopback/listen.ts';
import { sign } from '../../../local/slack/human/sign.ts';

/** The MCP endpoint for the doctor, with a state that can be broken. */
export interface McpEndpoint extends Loopback {
  state: EndpointState;
}

interface Response {
  readonly status: number;
  readonly body?: string;
  /** Time by which its clock is ahead, in milliseconds. */
  readonly ahead?: number;
}

const refused: Response = { status: 401 };
const discovered: Response = {
  status: 200,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
  }),
};

/** The responses to signed and unsigned requests, by state. */
const responses = {
  'in order': (isSigned: boolean) => (isSigned ? discovered : refused),
  'open to all': () => discovered,
  'not deployed': () => ({ status: 404, body: '{"message":"Not Found"}' }),
  failing: () => ({ status: 500 }),
  'with another secret': () => refused,
  'with another time': () => ({ ...refused, ahead: 6 * 60_000 }),
  'of another program': (isSigned: boolean) =>
    isSigned ? { status: 200, body: '<h1>It works!</h1>' } : refused,
} as const satisfies Readonly<Record<string, (isSigned: boolean) => Response>>;
export type EndpointState = keyof typeof responses;

/** Starts a healthy endpoint. */
export async function startMcpEndpoint(signingSecret: string): Promise<McpEndpoint> {
  let state: EndpointState = 'in order';
  const respond: RequestListener = async (request, response) => {
    const timestamp = String(request.headers['x-slack-request-timestamp']);
    const isSigned =
      request.headers['x-slack-signature'] === sign(signingSecret, timestamp, await text(request));
    const { status, body, ahead = 0 }: Response = responses[state](isSigned);
    response.writeHead(status, { date: new Date(Date.now() + ahead).toUTCString() }).end(body);
  };
  return {
    ...(await listenOnLoopback(respond)),
    get state() {
      return state;
    },
    set state(to) {
      state = to;
    },
  };
}
