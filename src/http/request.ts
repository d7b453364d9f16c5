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
  /** Opens the connection. By default, Node's own does, or one for this request alone (`false`). */
  readonly agent?: Agent | false | undefined;
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
 * Sends one request with `node:http` or `node:https`, since `fetch` would add undici's load time to every cold start. No
 * redirects, no retries, no proxy unless the agent has one. Rejects with `NetworkError`.
 */
export const request: SendRequest = async (
  url,
  {
    method,
    headers = {},
    body,
    signal,
    freshConnection,
    agent = freshConnection ? false : undefined,
    onSent,
  },
) => {
  const { request: open } = process.getBuiltinModule(url.protocol === 'http:' ? 'node:http' : 'node:https');
  const connected = url.protocol === 'http:' ? 'connect' : 'secureConnect';
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  let sent = false;
  const markSent = (): void => {
    sent = true;
    onSent?.();
  };
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
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
        // Through a proxy, it comes when the tunnel is open and its TLS stands.
        .on('socket', (socket) => {
          if (socket.connecting) socket.once(connected, markSent);
          else markSent();
        })
        .on('error', reject)
        // After an upgrade to another protocol, 'close' is the only event.
        .on('close', reject)
        .end(body);
    });
    const { socket, headers: received } = answer;
    let text = '';
    for await (const chunk of decoded(answer).setEncoding('utf8')) {
      text += chunk;
      if (text.length > maxLength) throw new RangeError('The response is too long');
    }
    // Without a length, the end of the connection ends the body, even if the connection was aborted or failed.
    const framed = received['content-length'] ?? received['transfer-encoding'];
    if (framed === undefined && (signal.aborted || socket.errored))
      throw new Error('The response was cut off');
    return { status: answer.statusCode ?? 0, headers: received, text: text.replace(/^\ufeff/, '') };
  } catch {
    throw new NetworkError(sent, signal.aborted);
  }
};
