import type { ServerEntry } from '../../cloud/index.ts';
import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import { orError } from '../../core/or-error.ts';
import type { Context } from '../context/context.ts';
import { otherAccount, whereabouts } from '../firewall/firewall.ts';

/** The accounts that a question concerns: that of the request, and its peer if the question names one. */
export type Accounts = readonly [own: Context] | readonly [own: Context, peer: Context];

/** Returns the accounts of a question. Rejects with a `UserError` if the requester may not read in the peer. */
export async function accountsOf(peer: string | undefined, own: Context): Promise<Accounts> {
  const alias = otherAccount(peer, own.service);
  return alias === undefined ? [own] : [own, await own.peer(alias)];
}

/** A server with its place. */
export interface PlacedServer extends ServerEntry {
  /** "VA1", or "VA1 (ACDV)" in the peer. */
  readonly at: string;
  readonly owner: Context;
}

export interface PlacedServers {
  readonly all: readonly PlacedServer[];
  /** The error if the servers of the peer could not be read. */
  readonly peerError: CloudApiError | undefined;
}

/** Reads the servers of all accounts. Rejects if those of the account of the request can't be read. */
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
