import { isUnread, type Partly } from './partly.ts';

/** The part of a server that shows its addresses. */
interface WithAddresses extends Partly {
  readonly status: string;
  readonly details?: { readonly ipAddresses?: readonly unknown[] | undefined } | undefined;
}

/** The part of a server in the group tree that shows its addresses. */
interface EntryWithAddresses extends Partly {
  readonly status?: string | undefined;
  readonly addresses?: readonly unknown[] | undefined;
}

/** The states in which a server need not show its details (docs/cloud-api.md, Servers): it is being built, queued, or archived. */
const hiding = /^(underConstruction|archived|deleted|queuedFor\w+)$/i;

/** Returns whether a server in a state may leave out its details. In an unknown state, what it leaves out is not known. */
export const mayHideDetails = (status: string | undefined): boolean => hiding.test(status ?? '');

const isShown = (read: Partly, status: string | undefined, addresses: unknown): boolean =>
  !isUnread(read, 'details.ipAddresses') && (addresses !== undefined || mayHideDetails(status));

/** Returns whether a server shows all its addresses, or need not show any. */
export const areAllRead = (server: WithAddresses): boolean =>
  isShown(server, server.status, server.details?.ipAddresses);

/** The same for a server in the group tree. */
export const areAddressesRead = (server: EntryWithAddresses): boolean =>
  isShown(server, server.status, server.addresses);
