import { UserError } from '../../answer/user-error.ts';
import type { Server } from '../../cloud/index.ts';
import { isUnread } from '../../cloud/model/partly.ts';
import { nameOf } from '../servers/server.ts';

/**
 * Returns the refusal of a change of a server's public IPs if the cloud API doesn't offer it: an active server has a link that leads
 * there (docs/cloud-api.md, Servers). Of another one, or if links can't be read, nobody knows.
 */
export const notOffered = (server: Server): UserError | undefined =>
  server.status !== 'active' ||
  isUnread(server, 'links') ||
  server.links.length === 0 ||
  server.links.some(({ rel }) => rel === 'publicIPAddresses')
    ? undefined
    : new UserError(`The cloud API doesn’t let Skydesk change public IPs of ${nameOf(server)}.`);
