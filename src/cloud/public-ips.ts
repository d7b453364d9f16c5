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
    // May be absent, like all that is unset (docs/cloud-api.md, Requests and answers).
    internalIPAddress: z.optional(hostAddress),
    ports: z.array(z.object({ protocol: z.string(), port: z.number(), portTo: z.optional(z.number()) })),
    // Seen as an empty list if there are none, but may be absent as well.
    sourceRestrictions: z._default(z.array(z.object({ cidr: z.string() })), []),
  }),
  { ports: [], sourceRestrictions: [] },
);

/** Does not include the public address itself (docs/cloud-api.md, Public IP addresses). */
export type PublicIp = z.infer<typeof publicIp>;

/** A new value for all ports and all source restrictions. Protocols are in upper case. */
export type PublicIpChange = Pick<PublicIp, 'ports'> & Partial<Pick<PublicIp, 'sourceRestrictions'>>;
/** Without an internal address, the service assigns a new one. */
export type PublicIpDraft = PublicIpChange & Pick<PublicIp, 'internalIPAddress'>;

const unreadable = (path: readonly string[]): CloudApiError =>
  new CloudApiError(
    'unexpected-answer',
    { method: 'GET', path: `/${path.join('/')}` },
    { problems: [{ field: 'details.ipAddresses', message: 'can’t be read' }] },
  );

/**
 * Returns the calls for public IP addresses of servers (docs/cloud-api.md, Public IP addresses). Changes run as jobs: poll them
 * with `jobs.status`.
 */
export function publicIps(send: Send, alias: string, server: ReturnType<typeof servers>) {
  const on = (serverId: string) => ['v2', 'servers', alias, serverId, 'publicIPAddresses'] as const;

  return {
    /** Each call allocates another address. No response contains it: compare `addresses` from before and after. */
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
