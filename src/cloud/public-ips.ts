import * as z from 'zod/mini';
import type { Send } from './call.ts';
import { hostAddress } from './code.ts';
import { type JobLink, jobLink } from './jobs.ts';
import { areAllRead } from './model/all-addresses.ts';
import { CloudApiError } from './model/cloud-error.ts';
import { partly } from './read-partly.ts';
import type { IpAddress, servers } from './servers.ts';

const publicIp = partly(
  z.object({
    // Left out if there is none (T22).
    internalIPAddress: z.optional(hostAddress),
    ports: z.array(z.object({ protocol: z.string(), port: z.number(), portTo: z.optional(z.number()) })),
    // Left out if there are none (T22).
    sourceRestrictions: z._default(z.array(z.object({ cidr: z.string() })), []),
  }),
  { ports: [], sourceRestrictions: [] },
);

/** service-facts §2.4. Does not include the public address itself. */
export type PublicIp = z.infer<typeof publicIp>;

/** A new value for all ports and all source restrictions (service-facts §2.4). Protocols are in upper case. */
export type PublicIpChange = Pick<PublicIp, 'ports'> & Partial<Pick<PublicIp, 'sourceRestrictions'>>;
/** interface.md §4.7. Without an internal address, the service assigns a new one. */
export type PublicIpDraft = PublicIpChange & Pick<PublicIp, 'internalIPAddress'>;

const unreadable = (path: readonly string[]): CloudApiError =>
  new CloudApiError(
    'unexpected-answer',
    { method: 'GET', path: `/${path.join('/')}` },
    { problems: [{ field: 'details.ipAddresses', message: 'can’t be read' }] },
  );

/**
 * Returns the calls for public IP addresses of servers (interface.md §4.7, service-facts §2.4). Changes run as jobs: poll them
 * with `jobs.status`.
 */
export function publicIps(send: Send, alias: string, server: ReturnType<typeof servers>) {
  const on = (serverId: string) => ['v2', 'servers', alias, serverId, 'publicIPAddresses'] as const;

  return {
    /** Each call allocates another address. No response contains it (T19): compare `addresses` from before and after. */
    add: (serverId: string, input: PublicIpDraft): Promise<JobLink> =>
      send({ method: 'POST', path: on(serverId), input, answer: jobLink }),
    get: (serverId: string, ip: string): Promise<PublicIp> =>
      send({ method: 'GET', path: [...on(serverId), ip], answer: publicIp }),
    update: (serverId: string, ip: string, input: PublicIpChange): Promise<JobLink> =>
      send({ method: 'PUT', path: [...on(serverId), ip], input, answer: jobLink }),
    /** Rejects with `not-found` if the server does not have the address. */
    remove: (serverId: string, ip: string): Promise<JobLink> =>
      send({ method: 'DELETE', path: [...on(serverId), ip], answer: jobLink }),
    /**
     * Reads all addresses of a server; empty while the server is being built. Rejects if some of them can't be read: a list with gaps
     * would mislead.
     */
    async addresses(serverId: string): Promise<IpAddress[]> {
      const found = await server.get(serverId);
      if (!areAllRead(found)) throw unreadable(on(serverId));
      return found.details?.ipAddresses ?? [];
    },
  };
}
