import type { Agent, IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** One HTTP request. `headers` and `body` are sent as given; a body gets its `Content-Length`. */
export interface RequestOptions {
  readonly method: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Aborts the request, including the read of the response body. */
  readonly signal: AbortSignal;
  /**
   * Opens a new connection. A kept-alive connection may be dead, for example after Lambda froze the process; it is unknown then
   * whether the request arrived.
   */
  readonly freshConnection?: boolean;
  /** Called when the connection is open. The request may have arrived from then on. */
  readonly onSent?: () => void;
}

/** A complete response of any status. `text` is its body, decoded as UTF-8. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** No complete response arrived. Holds no data of the request or of the underlying error. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** False if no connection was opened, so that the request cannot have arrived. */
  readonly sent: boolean;
  readonly timedOut: boolean;

  constructor(sent: boolean, timedOut: boolean) {
    super(timedOut ? 'No answer in time' : 'No answer');
    this.sent = sent;
    this.timedOut = timedOut;
  }
}

/** Upper bound for a response body, in characters. */
const maxLength = 16 * 1024 * 1024;

const hasCoding = (headers: OutgoingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'accept-encoding');

/** Returns the body without its content coding, which some servers use although nobody asks for it. */
function decoded(answer: IncomingMessage): Readable {
  if (!/^(x-)?gzip$|^deflate$/i.test(answer.headers['content-encoding'] ?? '')) return answer;
  const { pipeline } = process.getBuiltinModule('node:stream');
  // The reader of the result sees its failure.
  return pipeline(answer, process.getBuiltinModule('node:zlib').createUnzip(), () => {});
}

/** Sends one HTTP request, without retries. Rejects with `NetworkError`. */
export type SendRequest = (url: URL, options: RequestOptions) => Promise<HttpResponse>;

/**
 * Chooses the agent that connects a request. Undefined is Node's own, which keeps connections open; `false` opens one for this
 * request alone.
 */
export type AgentFor = (url: URL, freshConnection: boolean) => Agent | false | undefined;

/** Connects without a proxy, whatever the environment says. */
export const direct: AgentFor = (_, freshConnection) => (freshConnection ? false : undefined);

/**
 * Returns a function that sends one request with `node:http` or `node:https`, since `fetch` would add undici's load time to every
 * cold start. No redirects, no retries. It rejects with `NetworkError`.
 */
export const requestWith =
  (agentFor: AgentFor): SendRequest =>
  (url, options) =>
    send(url, options, agentFor(url, options.freshConnection ?? false));

/** Sends one request without a proxy, as calls of AWS are sent. */
export const request = requestWith(direct);

async function send(
  url: URL,
  { method, headers = {}, body, signal, onSent }: RequestOptions,
  agent: ReturnType<AgentFor>,
): Promise<HttpResponse> {
  const { request: open } = process.getBuiltinModule(url.protocol === 'http:' ? 'node:http' : 'node:https');
  const connected = url.protocol === 'http:' ? 'connect' : 'secureConnect';
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  let sent = false;
  const markSent = (): void => {
    sent = true;
    onSent?.();
  };
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  try {
    signal.throwIfAborted();
    // While a proxy opens a tunnel, Node keeps the signal waiting.
    signal.addEventListener('abort', reject);
    open(
      url,
      {
        method,
        // Without Accept-Encoding, any coding is acceptable (RFC 9110, 12.5.3). Names are compared in any case.
        headers: {
          'User-Agent': 'Skydesk',
          ...(!hasCoding(headers) && { 'Accept-Encoding': 'identity' }),
          ...headers,
          ...length,
        },
        signal,
        agent,
      },
      resolve,
    )
      // Through a proxy, this comes when the tunnel is open and its TLS stands.
      .on('socket', (socket) => {
        if (socket.connecting) socket.once(connected, markSent);
        else markSent();
      })
      .on('error', reject)
      // After an upgrade to another protocol, 'close' is the only event.
      .on('close', reject)
      .end(body);
    const answer = await answered;
    const text = await textOf(answer, signal);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  } catch {
    throw new NetworkError(sent, signal.aborted);
  } finally {
    signal.removeEventListener('abort', reject);
  }
}

/** Reads the whole body, as UTF-8 without a byte order mark. Rejects if it is too long or was cut off. */
async function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const { socket, headers } = answer;
  let text = '';
  for await (const chunk of decoded(answer).setEncoding('utf8')) {
    text += chunk;
    if (text.length > maxLength) throw new RangeError('The response is too long');
  }
  // Without a length, the end of the connection ends the body, even if the connection was aborted or failed.
  const framed = headers['content-length'] ?? headers['transfer-encoding'];
  if (framed === undefined && (signal.aborted || socket.errored)) throw new Error('The response was cut off');
  return text.replace(/^\ufeff/, '');
}
