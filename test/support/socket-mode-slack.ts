import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { createSlack } from '../../local/slack/index.ts';
import { sendJson } from '../../local/slack/payload/http-json.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';

/** The payload with which an app acknowledged an envelope; `lost` if Slack ignores it. */
type Ack = JsonObject | 'lost';

const say = (socket: WebSocket | undefined, message: JsonObject): void =>
  socket?.send(JSON.stringify(message));

/** Starts the local Slack for an app with Socket Mode: people's acts arrive as envelopes over a WebSocket. */
export async function startSocketModeSlack({ command = '/cloud' } = {}) {
  const [appToken, botToken] = ['xapp-1-A0SKYDESK-1-app', 'xoxb-bot'];
  /** Connections after Slack's hello, the newest one last. */
  const connections: WebSocket[] = [];
  const waiting = new Map<string, (ack: Ack) => void>();
  /** The next responses of apps.connections.open; each is used once. */
  const answers: { readonly status?: number; readonly retryAfter?: string; readonly body: JsonObject }[] = [];
  const acknowledged: string[] = [];
  let [sent, hellos, loseAcks, keepTcpOpen] = [0, 0, 0, false];
  let url = '';

  const slack = createSlack({
    signingSecret: 'nobody may know it',
    botToken,
    command,
    requestUrl: () => `${url}/request`,
    url: () => url,
    // No test is about the speed of an app.
    ackTimeout: 60_000,
  });

  /** Sends an envelope on the newest connection. Resolves to the payload of its acknowledgement. */
  async function send(type: string, payload: JsonObject, more: JsonObject = {}): Promise<Ack> {
    sent += 1;
    const envelope = {
      envelope_id: `envelope-${sent}`,
      type,
      payload,
      accepts_response_payload: false,
      ...more,
    };
    const { promise, resolve } = Promise.withResolvers<Ack>();
    waiting.set(envelope.envelope_id, resolve);
    say(connections.at(-1), envelope);
    return promise;
  }

  /** Sends a request of the local Slack as an envelope. */
  async function relay(request: IncomingMessage): Promise<Ack> {
    const body = await text(request);
    if (request.headers['content-type'] === 'application/json') {
      const retry = request.headers['x-slack-retry-num'];
      const more = { retry_attempt: Number(retry), retry_reason: 'http_error' };
      return send('events_api', asObject(parseJson(body)), retry === undefined ? {} : more);
    }
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (fields.payload === undefined)
      return send('slash_commands', fields, { accepts_response_payload: true });
    const payload = asObject(parseJson(fields.payload));
    return send('interactive', payload, { accepts_response_payload: payload.type !== 'block_actions' });
  }

  const answer: RequestListener = async (request, response) => {
    if (request.url === '/api/apps.connections.open') {
      const allowed = request.headers.authorization === `Bearer ${appToken}`;
      const usual: JsonObject = allowed
        ? { ok: true, url: `${url.replace('http', 'ws')}/link` }
        : { ok: false, error: 'invalid_auth' };
      const { status = 200, retryAfter, body } = answers.shift() ?? { body: usual };
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      return sendJson(response, status, body);
    }
    if (request.url !== '/request') return slack.listener(request, response);
    const ack = await relay(request);
    if (ack === 'lost') return sendJson(response, 504, {});
    return response.end(Object.keys(ack).length > 0 ? JSON.stringify(ack) : '');
  };
  const server = createServer(answer);
  const sockets = new WebSocketServer({ server, path: '/link' });
  sockets.on('connection', (socket, request) => {
    if (request.url === '/link?full')
      return say(socket, { type: 'disconnect', reason: 'too_many_websockets' });
    socket.on('message', (data) => {
      const { envelope_id, payload } = asObject(parseJson(String(data)));
      const id = asString(envelope_id);
      loseAcks -= 1;
      if (loseAcks < 0) acknowledged.push(id);
      waiting.get(id)?.(loseAcks < 0 ? asObject(payload) : 'lost');
    });
    socket.on('close', () => connections.splice(0, Infinity, ...connections.filter((one) => one !== socket)));
    // Without the close frame, the handshake does not end.
    if (keepTcpOpen) Object.assign(socket, { close: () => {} });
    connections.push(socket);
    hellos += 1;
    say(socket, { type: 'hello', num_connections: connections.length });
    sockets.emit('hello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  return {
    slack,
    /** WebSocket URL of a connection; with `?full`, one that Slack has no room for. */
    link: `${url.replace('http', 'ws')}/link`,
    apiUrl: `${url}/api/`,
    appToken,
    botToken,
    answers,
    acknowledged,
    send,
    /** Returns the number of open connections, and of Slack's hellos. */
    state: () => ({ open: connections.length, hellos }),
    /** Resolves at the next hello. */
    hello: () => once(sockets, 'hello'),
    /** Announces that the connection will close, as Slack does before it replaces its side. */
    disconnect: (reason: string) => say(connections.at(-1), { type: 'disconnect', reason }),
    /** Ends all connections without notice. */
    cut: () => connections.forEach((socket) => void socket.terminate()),
    /** Ignores the next `count` acknowledgements. */
    loseAcks(count: number) {
      loseAcks = count;
    },
    /** Leaves connections open that an app closes, from the next connection on. */
    keepTcpOpen() {
      keepTcpOpen = true;
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
