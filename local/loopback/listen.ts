import { createServer, type RequestListener } from 'node:http';
import { refusal } from './guard.ts';

/** Idle connections stay open: closing one just as the client reuses it would look like a failure. */
const keepAliveTimeout = 10 * 60_000;

export interface Loopback {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes all open connections. */
  close(): Promise<void>;
}

/**
 * Serves `listener` on 127.0.0.1, behind the guard, whose refusals are answered with 403 and JSON. Port 0 chooses a free one.
 * Rejects with the error of `listen` if the port is taken.
 * @param signed the paths that are open to other hosts and behind a tunnel, because their requests are signed or have an API key
 * @param now the clock of the `Date` header; this machine's by default
 */
export async function listenOnLoopback(
  listener: RequestListener,
  port = 0,
  {
    signed = [],
    now = Date.now,
  }: { readonly signed?: readonly string[]; readonly now?: (() => number) | undefined } = {},
): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const error = signed.includes(request.url ?? '') ? undefined : refusal(request);
    response.setHeader('date', new Date(now()).toUTCString());
    if (error === undefined) return listener(request, response);
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
