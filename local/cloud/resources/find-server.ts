import { HttpError, invalid, notFound } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { Server } from '../store/cloud-store.ts';

/** The server the path names, in any case. @throws HttpError with an empty 404 when the account has none such. */
export function findServer({ store, account, param, query }: Call): Server {
  const asked = param('server').toLowerCase();
  const server = query.flag('uuid')
    ? [...store.servers.values()].find(({ uuid }) => uuid === asked)
    : store.servers.get(asked);
  if (server?.account !== account) throw new HttpError(notFound);
  return server;
}

/** @throws HttpError with 400 when the server is not active, since then nothing can be done to it. */
export function refuseUnlessActive(server: Server): void {
  if (server.status === 'active') return;
  throw new HttpError(
    invalid({ '': [`The server must be active; ${server.id.toUpperCase()} is ${server.status}.`] }),
  );
}
