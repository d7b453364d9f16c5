import { object, text } from '../http/body-schema.ts';
import { HttpError, invalid, notFound } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { Server } from '../store/cloud-store.ts';

interface Owned {
  readonly account: string;
}

/** The thing that the path names, in any case. @throws HttpError with an empty 404 when the account has none such. */
export function findOwn<Thing extends Owned>(
  { account, param }: Call,
  things: ReadonlyMap<string, Thing>,
  name: string,
): Thing {
  const thing = things.get(param(name).toLowerCase());
  if (thing?.account !== account) throw new HttpError(notFound);
  return thing;
}

/** What the account has of these, in order. */
export const allOwn = <Thing extends Owned>({ account }: Call, things: ReadonlyMap<string, Thing>): Thing[] =>
  [...things.values()].filter((thing) => thing.account === account);

/** The server that the path names, by its id or with `?uuid=true` by its 32-hex id. @throws HttpError as `findOwn`. */
export function findServer(call: Call): Server {
  const { servers } = call.store;
  const isByUuid = call.query.flag('uuid') === true;
  return findOwn(
    call,
    isByUuid ? new Map([...servers.values()].map((one) => [one.uuid, one])) : servers,
    'server',
  );
}

/** @throws HttpError with 400 when the server is not active, since then nothing can be done to it. */
export function refuseUnlessActive(server: Server): void {
  if (server.status === 'active') return;
  throw new HttpError(
    invalid({ '': [`The server must be active; ${server.id.toUpperCase()} is ${server.status}.`] }),
  );
}

/** The id of a policy of the account, in any case. @throws HttpError with 400 when the body names none of these. */
export function readPolicyId(
  { account, body }: Call,
  policies: ReadonlyMap<string, Owned>,
  otherwise: string,
): string {
  const isOwn = (id: string): boolean => policies.get(id)?.account === account;
  return body(object({ id: text.toLowerCase().refine(isOwn, otherwise) })).id;
}
