import type { ServerEntry } from '../../cloud/index.ts';
import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import { orError } from '../../core/or-error.ts';
import type { Context } from '../context/context.ts';
import { otherAccount, whereabouts } from '../firewall/firewall.ts';

/** The accounts that a question is about: that of the request, and its peer if it names one. */
export type Accounts = readonly [own: Context] | readonly [own: Context, peer: Context];

/** Rejects with a `UserError` if the requester may not read in the peer. */
export async function accountsOf(peer: string | undefined, own: Context): Promise<Accounts> {
  const alias = otherAccount(peer, own.service);
  return alias === undefined ? [own] : [own, await own.peer(alias)];
}

/** A server, and where it is. */
export interface PlacedServer extends ServerEntry {
  /** "VA1", or "VA1 (ACDV)" in the peer. */
  readonly at: string;
  readonly owner: Context;
}

/** The servers of both accounts. */
export interface PlacedServers {
  readonly all: readonly PlacedServer[];
  /** Why those of the peer could not be read. */
  readonly peerError: CloudApiError | undefined;
}

/** Rejects if the servers of the account of the request can't be read. */
export async function placedServers([own, peer]: Accounts): Promise<PlacedServers> {
  const serversOf = async (owner: Context): Promise<readonly PlacedServer[]> =>
    (await owner.service.servers.all()).map((server) => ({
      ...server,
      at: whereabouts(server.dataCenter, owner.service.alias, own.service),
      owner,
    }));
  const [ours, theirs] = await Promise.all([
    serversOf(own),
    peer ? orError(serversOf(peer), CloudApiError) : [],
  ]);
  return theirs instanceof CloudApiError
    ? { all: ours, peerError: theirs }
    : { all: [...ours, ...theirs], peerError: undefined };
}
