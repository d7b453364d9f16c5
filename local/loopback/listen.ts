import { createServer, type RequestListener } from 'node:http';
import { refusal } from './guard.ts';

/** Idle connections stay open, for a server that closes one just as it is used again looks like a failure. */
const keepAliveTimeout = 10 * 60_000;

/** A server that only this machine can reach. */
export interface Loopback {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and cuts the connections that are still open. */
  close(): Promise<void>;
}

/**
 * Serves `listener` on 127.0.0.1, behind the guard that other pages do not pass: its refusals are answered with 403
 * and JSON. Port 0 takes a free one. Rejects with the error of `listen` when the port is taken.
 * @param signed the paths that are open to other hosts and behind a tunnel, because what comes there is signed or has an API key
 */
export async function listenOnLoopback(
  listener: RequestListener,
  port = 0,
  { signed = [] }: { readonly signed?: readonly string[] } = {},
): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const error = signed.includes(request.url ?? '') ? undefined : refusal(request);
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
