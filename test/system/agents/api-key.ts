import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Loopback, listenOnLoopback } from '../../../local/loopback/listen.ts';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Headers that belong to one connection or to one body. */
const ofConnection = /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding)$/;

const passedOn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !ofConnection.test(name) ? [[name, value]] : [],
    ),
  );

/** A proxy that adds a key to what it forwards, for a client that can't send one itself. It is open to each host name. */
export const addKey = (target: string, token: string): Promise<Loopback> =>
  listenOnLoopback(
    async (request, response) => {
      const { method = 'GET', headers } = request;
      const body = await buffer(request);
      const answered = await fetch(target, {
        method,
        headers: { ...passedOn(headers), ...bearer(token) },
        ...(body.length > 0 && { body }),
      });
      const passed = passedOn(Object.fromEntries(answered.headers));
      response.writeHead(answered.status, passed).end(await answered.text());
    },
    0,
    { signed: ['/mcp'] },
  );
