import type { ServerEntry } from '../../cloud/index.ts';
import { addressesOf } from '../../network/cidr.ts';
import type { United } from '../../network/ranges.ts';

/** Returns the private addresses of a server; empty while it is being built. */
export const addressesOfServer = ({ addresses = [] }: Pick<ServerEntry, 'addresses'>): United =>
  addressesOf(addresses.flatMap(({ internal }) => (internal === undefined ? [] : [`${internal}/32`])));
