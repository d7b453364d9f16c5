import { isUnread, type Partly } from './partly.ts';

/** The part of a server that shows its addresses. */
interface WithAddresses extends Partly {
  readonly status: string;
  readonly details?: { readonly ipAddresses?: readonly unknown[] | undefined } | undefined;
}

/** Returns whether a server shows all its addresses. One that is not active need not show any. */
export const areAllRead = (server: WithAddresses): boolean =>
  !isUnread(server, 'details.ipAddresses') &&
  (server.details?.ipAddresses !== undefined || server.status !== 'active');
