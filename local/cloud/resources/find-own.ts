import { object, text } from '../http/body-schema.ts';
import { HttpError, invalid, notFound } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { Server } from '../store/cloud-store.ts';

interface Owned {
  readonly account: string;
}

/**
 * Finds the resource that the path names, in any case. @throws HttpError with an empty 404 if the account has no such resource
 */
export function findOwn<Thing extends Owned>(
  { account, param }: Call,
  things: ReadonlyMap<string, Thing>,
  name: string,
): Thing {
  const thing = things.get(param(name).toLowerCase());
  if (thing?.account !== account) throw new HttpError(notFound);
  return thing;
}

export const allOwn = <Thing extends Owned>({ account }: Call, things: ReadonlyMap<string, Thing>): Thing[] =>
  [...things.values()].filter((thing) => thing.account === account);

/** Finds the server that the path names, by its id or, with `?uuid=true`, by its 32-hex id. @throws HttpError as `findOwn` */
export function findServer(call: Call): Server {
  const { servers } = call.store;
  const isByUuid = call.query.flag('uuid') === true;
  return findOwn(
    call,
    isByUuid ? new Map([...servers.values()].map((one) => [one.uuid, one])) : servers,
    'server',
  );
}

/** Refuses all operations on a server that is not active. @throws HttpError with 400 */
export function refuseUnlessActive(server: Server): void {
  if (server.status === 'active') return;
  throw new HttpError(
    invalid({ '': [`The server must be active; ${server.id.toUpperCase()} is ${server.status}.`] }),
  );
}

/** Reads the id of one of the account's policies, in any case. @throws HttpError with 400 if the body names none of them */
export function readPolicyId(
  { account, body }: Call,
  policies: ReadonlyMap<string, Owned>,
  otherwise: string,
): string {
  const isOwn = (id: string): boolean => policies.get(id)?.account === account;
  return body(object({ id: text.toLowerCase().refine(isOwn, otherwise) })).id;
}
