import * as z from 'zod';
import type { Send } from './call.ts';
import { links } from './link-schema.ts';
import type { Link } from './model/link.ts';
import { type Server, server } from './servers.ts';

/**
 * A server group with its whole subtree (service-facts §3). Servers are links with rel `server`, or whole records in
 * `servers` when read detailed. `serversCount` undercounts (T14): never skip a group because it says 0.
 */
export interface Group {
  id: string;
  name: string;
  description?: string | undefined;
  locationId?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  serversCount?: number | undefined;
  servers?: Server[] | undefined;
  groups: Group[];
  links: Link[];
}

export const group: z.ZodType<Group> = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  locationId: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  serversCount: z.number().optional(),
  servers: z.array(server).optional(),
  groups: z.array(z.lazy(() => group)).default([]),
  links,
});

/** Server groups (service-facts §3). */
export function groups(send: Send, alias: string) {
  return {
    get: (id: string, options: { detailed?: boolean } = {}): Promise<Group> =>
      send({
        method: 'GET',
        path: ['v2', 'groups', alias, id],
        query: { serverDetail: options.detailed ? 'detailed' : undefined },
        answer: group,
      }),
  };
}
