import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

export interface RequestOptions {
  readonly method: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Ends the wait, also for the body of the answer. */
  readonly signal: AbortSignal;
  /**
   * Over a connection of its own. One that was kept open may be dead, as after a function was frozen, and then nobody
   * knows whether the request arrived.
   */
  readonly alone?: boolean;
  /** Called when a connection is there: from then on the request may have arrived. */
  readonly onSent?: () => void;
}

/** A whole answer, of whatever status; its text is UTF-8. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** No whole answer came. Nothing of the request or of the failure is kept. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** False when no connection came about, so that nothing of the request can have arrived. */
  readonly sent: boolean;
  readonly timedOut: boolean;

  constructor(sent: boolean, timedOut: boolean) {
    super(timedOut ? 'No answer in time' : 'No answer');
    this.sent = sent;
    this.timedOut = timedOut;
  }
}

/** Nobody whom the bot asks has more to say, in characters; to hear somebody out who has no end would cost the memory. */
const longest = 16 * 1024 * 1024;

/** Sends a request once, as it is. */
export type Send = (url: URL, options: RequestOptions) => Promise<HttpAnswer>;

/**
 * Node's own client, without fetch: undici behind it would cost every cold start its load time. No redirect is
 * followed and nothing repeated. Rejects with `NoAnswer`.
 */
export const request: Send = async (url, { method, headers = {}, body, signal, alone = false, onSent }) => {
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
          headers: { 'User-Agent': 'Skydesk', ...headers, ...length },
          signal,
          ...(alone && { agent: false }),
        },
        resolve,
      )
        .on('socket', (socket) => {
          if (socket.connecting) socket.once(connected, markSent);
          else markSent();
        })
        .on('error', reject)
        // A switch to another protocol ends in nothing else.
        .on('close', reject)
        .end(body);
    });
    const { socket, headers: told } = answer;
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      text += chunk;
      if (text.length > longest) throw new RangeError('The answer has no end');
    }
    // What does not say how long it is ends with its connection, also with one that was given up or broke.
    const measured = told['content-length'] ?? told['transfer-encoding'];
    if (measured === undefined && (signal.aborted || socket.errored)) throw new Error('It was cut off');
    return { status: answer.statusCode ?? 0, headers: told, text: text.replace(/^\ufeff/, '') };
  } catch {
    throw new NoAnswer(sent, signal.aborted);
  }
};
